//! Random job shops against all orders of the jobs on their machines.

use crate::relaxation::{printed, without};
use clew::model::Options;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// Jobs of some operations, each on a machine of its own for a time; from a release on, with a tail behind the last one.
struct Shop {
    /// Per job and place the machine and the time.
    jobs: Vec<Vec<(usize, i64)>>,
    releases: Vec<i64>,
    tails: Vec<i64>,
    machines: usize,
}

impl Shop {
    fn random(rng: &mut ChaCha8Rng, scale: i64) -> Shop {
        let (count, machines) = (rng.random_range(2..4), rng.random_range(1..4));
        let job = |rng: &mut ChaCha8Rng| {
            let mut order: Vec<usize> = (0..machines).collect();
            for k in (1..machines).rev() {
                order.swap(k, rng.random_range(0..=k));
            }
            order.into_iter().map(|m| (m, scale * rng.random_range(0..8))).collect()
        };
        let jobs = (0..count).map(|_| job(rng)).collect();
        let some =
            |rng: &mut ChaCha8Rng| (0..count).map(|_| scale * rng.random_range(0..9)).collect();
        Shop { jobs, releases: some(rng), tails: some(rng), machines }
    }

    /// The last end if the jobs go through the machines in these orders; `None` if they wait for each other.
    fn length(&self, orders: &[Vec<usize>]) -> Option<i64> {
        let places: usize = self.jobs.iter().map(Vec::len).sum();
        let mut starts: Vec<Vec<i64>> = self
            .jobs
            .iter()
            .zip(&self.releases)
            .map(|(job, &from)| vec![from; job.len()])
            .collect();
        let at = |job: usize, machine: usize| {
            self.jobs[job].iter().position(|o| o.0 == machine).expect("it visits all machines")
        };
        for round in 0..=places {
            let before = starts.clone();
            for (j, job) in self.jobs.iter().enumerate() {
                for k in 1..job.len() {
                    starts[j][k] = starts[j][k].max(starts[j][k - 1] + job[k - 1].1);
                }
            }
            for (machine, order) in orders.iter().enumerate() {
                // Operations that take no time are in nobody's way.
                let busy = order.iter().filter(|&&j| self.jobs[j][at(j, machine)].1 > 0);
                let busy: Vec<usize> = busy.copied().collect();
                for two in busy.windows(2) {
                    let (a, b) = (at(two[0], machine), at(two[1], machine));
                    starts[two[1]][b] =
                        starts[two[1]][b].max(starts[two[0]][a] + self.jobs[two[0]][a].1);
                }
            }
            if starts == before {
                break;
            }
            if round == places {
                return None;
            }
        }
        let ends = self.jobs.iter().zip(&starts).zip(&self.tails);
        ends.map(|((job, starts), tail)| starts[job.len() - 1] + job[job.len() - 1].1 + tail).max()
    }

    fn best(&self) -> i64 {
        let orders = orders(self.jobs.len());
        let mut all: Vec<Vec<Vec<usize>>> = vec![Vec::new()];
        for _ in 0..self.machines {
            let more = |of: &Vec<Vec<usize>>| {
                orders
                    .iter()
                    .map(|order| [&of[..], std::slice::from_ref(order)].concat())
                    .collect::<Vec<_>>()
            };
            all = all.iter().flat_map(more).collect();
        }
        all.iter().filter_map(|orders| self.length(orders)).min().expect("one after the other")
    }

    /// As a file; machines as `disjunctive`, or as `cumulative` of capacity 1.
    fn text(&self, is_cumulative: bool) -> String {
        let total: i64 = self.jobs.iter().flatten().map(|o| o.1).sum();
        let last = |of: &[i64]| of.iter().max().copied().unwrap_or(0);
        let horizon = total + last(&self.releases) + last(&self.tails);
        let mut text = String::new();
        for (j, job) in self.jobs.iter().enumerate() {
            for k in 0..job.len() {
                text += &format!("var {}..{horizon}: s{j}_{k};\n", self.releases[j]);
            }
        }
        text += &format!("var 0..{horizon}: end :: output_var;\n");
        for (j, job) in self.jobs.iter().enumerate() {
            for k in 1..job.len() {
                let (a, b) = (k - 1, k);
                text += &format!(
                    "constraint int_lin_le([1, -1], [s{j}_{a}, s{j}_{b}], {});\n",
                    -job[a].1
                );
            }
            let (k, tail) = (job.len() - 1, self.tails[j]);
            text += &format!(
                "constraint int_lin_le([1, -1], [s{j}_{k}, end], {});\n",
                -job[k].1 - tail
            );
        }
        for machine in 0..self.machines {
            let of = |(j, job): (usize, &Vec<(usize, i64)>)| {
                let k = job.iter().position(|o| o.0 == machine).expect("all machines");
                (format!("s{j}_{k}"), job[k].1)
            };
            let (starts, times): (Vec<String>, Vec<i64>) =
                self.jobs.iter().enumerate().map(of).unzip();
            let starts = starts.join(", ");
            text += &match is_cumulative {
                true => format!(
                    "constraint clew_cumulative([{starts}], {times:?}, {:?}, 1);\n",
                    vec![1; times.len()]
                ),
                false => format!("constraint clew_disjunctive([{starts}], {times:?});\n"),
            };
        }
        text + "solve minimize end;\n"
    }
}

fn orders(n: usize) -> Vec<Vec<usize>> {
    match n {
        0 => vec![Vec::new()],
        _ => orders(n - 1)
            .into_iter()
            .flat_map(|order| (0..n).map(move |k| [&order[..k], &[n - 1], &order[k..]].concat()))
            .collect(),
    }
}

#[test]
fn shops_end_as_soon_as_brute_force_lets_them() {
    for seed in 0..900 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        // Every third one has starts of many values.
        let shop = Shop::random(&mut rng, if seed % 3 == 0 { 40 } else { 1 });
        let wanted = format!("end = {};\n----------\n==========\n", shop.best());
        let text = shop.text(rng.random());
        for options in [
            Options::default(),
            without(|part| part == "energy"),
            without(|part| !["energy", "plain"].contains(&part)),
            without(|part| !["energy", "learning"].contains(&part)),
            without(|part| !["relaxation", "learning"].contains(&part)),
        ] {
            assert_eq!(
                printed(&text, &options),
                wanted,
                "seed {seed}, {:?}\n{text}",
                options.without
            );
        }
    }
}
