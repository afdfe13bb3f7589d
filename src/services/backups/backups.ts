import type { WaitingWal } from '@viatu/vault'

declare module '#core/context.ts' {
  interface Services {
    /** Copies of the shop in another place; null where none is set up (docs/backup.md). */
    backups: Backups | null
  }
}

/** The backups of this shop, as the settings set them up (server/open-backups.ts). */
export interface Backups {
  /** Where copies go, in words, such as `the folder /srv/viatu-backup`. */
  place: string
  /** Ships the WAL and the files that wait on this machine to the store. Returns how many went. Rejects when the store does not take them; they stay where they are. */
  ship(): Promise<number>
  /** The WAL that PostgreSQL has handed over and the store has not got yet. Null where the database is not ours, so that its WAL is its owner's. `isOff`: PostgreSQL hands none over, since it was started before a backup was set up, and joined. */
  waiting(): Promise<(WaitingWal & { isOff?: boolean }) | null>
  /** Starts `npx viatu backup` or `npx viatu drill` as a process of its own, unless this process has one of them running; does not wait for its end. */
  start(kind: 'backup' | 'drill'): void
  /** Stops shipping, and what `start` has started. */
  stop(): Promise<void>
}
