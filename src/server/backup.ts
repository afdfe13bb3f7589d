import { theShop } from '#core/context.ts'
import { openDatabase } from '#db/client.ts'
import { backUp } from '#features/upkeep/back-up.ts'
import { recordRun } from '#features/upkeep/backup-status.ts'
import { commandFailed, openBackupSource, placeOf, requireBackup } from '#server/open-backups.ts'
import { openPostgres } from '#server/open-postgres.ts'
import { readSettings } from '#server/settings.ts'

/** For people with a database of their own. */
const ownTools = `The database is not the shop's own, so its continuous backup is its owner's: the point-in-time recovery of its provider, or pgBackRest,
or pg_basebackup with an archive of its WAL. What follows is a copy of all rows as they are now, which restores into any empty PostgreSQL.`

/** `npx viatu backup`: copies the shop to the place of the settings. Works beside a running shop; the shop itself does it at night. */
try {
  const settings = requireBackup(readSettings())
  const postgres = await openPostgres(settings, { creates: false })
  const database = openDatabase(postgres.url, { connections: 2 })
  const source = await openBackupSource(settings, postgres.ownerUrl)
  try {
    if (!source.isEmbedded) console.log(ownTools)
    await recordRun(database.db, postgres.ownerUrl, source.isEmbedded ? 'backup' : 'export', async () => {
      const { copy, bytes, removed } = await backUp({ actor: theShop }, source)
      const { name, files } = copy
      console.log(
        `Copied to ${placeOf(settings.backup)}: ${name}, ${(bytes / 2 ** 20).toFixed(1)} MB before compression, ${files.length} files${source.store.isSealed ? ', sealed' : ''}.`,
      )
      if (removed > 0) console.log(`${removed} objects of older copies were removed.`)
      return { copy: name, bytes, files: files.length }
    })
  } finally {
    await database.close()
    await postgres.close()
  }
  if (source.isEmbedded) await source.shipWal()
} catch (error) {
  commandFailed(error)
}
