//! Files that are replaced as a whole or not at all, whenever the machine stops.

use crate::cli::io::interrupt::Unfinished;
use std::ffi::OsString;
use std::fs::{self, File};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// The temporary path of a file before it gets its name: in the same directory, so that renaming is one step.
fn temporary_path(path: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}.part", own_name()));
    path.with_file_name(name)
}

/// A unique name: the process number alone may also occur on another machine which works in the same directory.
pub(crate) fn own_name() -> String {
    format!("{}-{:016x}", std::process::id(), RandomState::new().build_hasher().finish())
}

/// Checks whether a file can be written, before hours are spent on its contents; writes nothing.
///
/// # Errors
/// Those of the file system; of a missing directory in words.
pub(crate) fn can_be_written(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(there) if !there.is_file() => return Ok(()),
        _ => {}
    }
    let path = &target(path);
    let directory = directory(path);
    if !directory.is_dir() {
        let why = format!("there is no directory {}", crate::cli::shown(directory));
        return Err(io::Error::other(why));
    }
    let part = temporary_path(path);
    let _unfinished = Unfinished::new(&part);
    File::create_new(&part)?;
    fs::remove_file(&part)
}

/// Makes a directory with those that it is in; returns those that were not there, the inner ones first.
///
/// # Errors
/// Those of the file system; then none is there that was not there before.
pub(crate) fn made(directory: &Path) -> io::Result<Vec<PathBuf>> {
    let missing = |d: &&Path| !d.as_os_str().is_empty() && !d.exists();
    let made: Vec<PathBuf> =
        directory.ancestors().take_while(missing).map(Path::to_path_buf).collect();
    match fs::create_dir_all(directory) {
        Ok(()) => Ok(made),
        Err(error) => {
            take_away(&made);
            Err(error)
        }
    }
}

/// Removes directories, the inner ones first; one stays if something else is in it by now.
pub(crate) fn take_away(made: &[PathBuf]) {
    made.iter().for_each(|directory| drop(fs::remove_dir(directory)));
}

/// The file that a link leads to; otherwise the path itself.
fn target(path: &Path) -> PathBuf {
    let is_link = fs::symlink_metadata(path).is_ok_and(|there| there.is_symlink());
    let leads_to = || path.canonicalize().ok().filter(|target| target.is_file());
    is_link.then(leads_to).flatten().unwrap_or_else(|| path.to_path_buf())
}

/// The directory that a file is in.
fn directory(path: &Path) -> &Path {
    path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Replaces an existing file, or the one that a link leads to. A device or a pipe stays, and the contents are written
/// to it.
///
/// # Errors
/// Those of the file system; the file that was there before is there still.
pub(crate) fn replace(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let path = &target(path);
    match fs::symlink_metadata(path) {
        Ok(there) if !there.is_file() => {
            let mut to = BufWriter::new(File::create(path)?);
            write(&mut to)?;
            to.flush()
        }
        // The permissions of the old file are kept.
        Ok(there) => finish(path, write, |part| {
            fs::set_permissions(part, there.permissions())?;
            fs::rename(part, path)
        }),
        Err(_) => finish(path, write, |part| fs::rename(part, path)),
    }
}

/// Makes a file, unless there is one: `false`.
///
/// # Errors
/// Those of the file system.
pub(crate) fn create(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<bool> {
    let mut made = true;
    finish(path, write, |part| {
        // A link is refused where the name is taken, in one step; renaming would take the name over.
        let linked = match fs::hard_link(part, path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                made = false;
                Ok(())
            }
            Err(_) if path.exists() => {
                made = false;
                Ok(())
            }
            // Some file systems have no links.
            Err(_) => return fs::rename(part, path),
            Ok(()) => Ok(()),
        };
        linked.and_then(|()| fs::remove_file(part))
    })?;
    Ok(made)
}

fn finish(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    name: impl FnOnce(&Path) -> io::Result<()>,
) -> io::Result<()> {
    let part = temporary_path(path);
    let _unfinished = Unfinished::new(&part);
    let written = File::create_new(&part).and_then(|file| {
        let mut to = BufWriter::with_capacity(1 << 18, file);
        write(&mut to)?;
        to.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
    });
    if let Err(error) = written.and_then(|()| name(&part)) {
        // A partial file would only take disk space.
        let _ = fs::remove_file(&part);
        return Err(error);
    }
    // The name itself is on the disk once the directory is synced; if that is not possible, it is written later.
    if let Ok(directory) = File::open(directory(path)) {
        let _ = directory.sync_all();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_whole_or_as_before() {
        let place = std::env::temp_dir().join(format!("clew-atomic-{}", std::process::id()));
        fs::create_dir_all(&place).unwrap();
        let file = place.join("a");
        replace(&file, |to| to.write_all(b"one")).unwrap();
        let failed = replace(&file, |to| {
            to.write_all(b"tw")?;
            Err(io::ErrorKind::StorageFull.into())
        });
        assert!(failed.is_err());
        assert_eq!(fs::read(&file).unwrap(), b"one");
        assert!(!create(&file, |to| to.write_all(b"three")).unwrap());
        assert_eq!(fs::read(&file).unwrap(), b"one");
        assert!(create(&place.join("b"), |to| to.write_all(b"four")).unwrap());
        assert_eq!(fs::read(place.join("b")).unwrap(), b"four");
        assert_eq!(fs::read_dir(&place).unwrap().count(), 2, "nothing else is left");
        fs::remove_dir_all(&place).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn links_and_devices_stay_what_they_are() {
        let place = std::env::temp_dir().join(format!("clew-links-{}", std::process::id()));
        fs::create_dir_all(&place).unwrap();
        let (file, link) = (place.join("a"), place.join("b"));
        fs::write(&file, b"one").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        replace(&link, |to| to.write_all(b"two")).unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"two");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        // The target of a link is replaced as a whole, too.
        let failed = replace(&link, |to| {
            to.write_all(b"th")?;
            Err(io::ErrorKind::StorageFull.into())
        });
        assert!(failed.is_err());
        assert_eq!(fs::read(&file).unwrap(), b"two");
        can_be_written(&link).unwrap();
        can_be_written(&place.join("c")).unwrap();
        let why = can_be_written(&place.join("none/c")).unwrap_err();
        assert!(why.to_string().starts_with("there is no directory "), "{why}");
        assert_eq!(fs::read_dir(&place).unwrap().count(), 2, "nothing else is left");
        replace(Path::new("/dev/null"), |to| to.write_all(b"three")).unwrap();
        assert!(!fs::symlink_metadata("/dev/null").unwrap().is_file());
        fs::remove_dir_all(&place).unwrap();
    }
}
