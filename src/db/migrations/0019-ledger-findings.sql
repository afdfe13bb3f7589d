-- What the nightly check of the books found: the names of the broken rules (db/invariants.ts), for the status page and /metrics.
alter table job_runs add column broken text[] not null default '{}';
