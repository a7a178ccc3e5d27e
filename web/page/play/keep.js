// What stays on this machine: the puzzle that is open, how far each puzzle is solved, and the settings of the page.
import { textOf } from "../puzzle/model.js";

/** Puzzles whose state is kept; the oldest go. */
const KEPT = 300;
/** Puzzles of a pack that is kept with the open one; of larger ones the open puzzle alone. */
const PACK = 100;
const PLAY = "clew:play:", OPEN = "clew:open", SETTINGS = "clew:settings", SHELF = "clew:shelf";

const storage = {
  get(key) { try { return JSON.parse(localStorage.getItem(key)); } catch { return null; } },
  set(key, value) { try { localStorage.setItem(key, JSON.stringify(value)); return true; } catch { return false; } },
  drop(key) { try { localStorage.removeItem(key); } catch { /* nothing was kept */ } },
  keys() { try { return Object.keys(localStorage); } catch { return []; } },
};

/** A name for a puzzle: the same board, clues and rules have the same one (FNV-1a, twice 32 bits). */
export function fingerprint(doc) {
  const { title, source, author, rules, message, solutions, id, ...puzzle } = doc;
  const text = textOf(puzzle), turn = seed => {
    let hash = seed;
    for (let k = 0; k < text.length; k++) hash = Math.imul(hash ^ text.charCodeAt(k), 0x01000193);
    return (hash >>> 0).toString(16).padStart(8, "0");
  };
  return turn(0x811c9dc5) + turn(0x9747b28c);
}

export class Keep {
  constructor(app) {
    this.app = app;
    addEventListener("pagehide", () => this.flush());
    document.addEventListener("visibilitychange", () => { if (document.visibilityState === "hidden") this.flush(); });
  }

  get settings() { return storage.get(SETTINGS) ?? {}; }
  set(name, value) { storage.set(SETTINGS, { ...this.settings, [name]: value }); }

  /** The puzzle that was open with this address; without one, the last. */
  opened(hash) {
    const open = storage.get(OPEN);
    return open && (hash === "" || open.hash === hash) ? open : null;
  }

  played(doc) { return storage.get(PLAY + fingerprint(doc)); }

  get shelf() { return storage.get(SHELF) ?? []; }
  set shelf(drafts) { this.full = !storage.set(SHELF, drafts); }

  /** Something changed: it is written soon, or when the page goes away. */
  soon() {
    this.waiting ??= setTimeout(() => this.flush(), 250);
  }

  flush() {
    clearTimeout(this.waiting);
    this.waiting = null;
    const { app } = this;
    if (!app.ready) return;
    const key = PLAY + fingerprint(app.doc);
    if (!app.player.isEmpty || app.player.hints || app.player.checkpoints.length) {
      storage.set(key, { ...app.player.toJSON(), at: Date.now() });
      this.forget();
    } else storage.drop(key);
    if (!app.embedded) {
      storage.set(OPEN, { hash: location.hash, doc: app.doc, mode: app.mode, tool: app.tool, sealed: app.sealed, selected: app.selected, pack: app.pack?.docs.length <= PACK ? app.pack : null });
    }
  }

  /** @private */
  forget() {
    const keys = storage.keys().filter(key => key.startsWith(PLAY));
    if (keys.length <= KEPT) return;
    const dated = keys.map(key => [storage.get(key)?.at ?? 0, key]).sort((a, b) => a[0] - b[0]);
    for (const [, key] of dated.slice(0, keys.length - KEPT)) storage.drop(key);
  }
}
