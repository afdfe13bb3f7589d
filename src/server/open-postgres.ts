import { startEmbedded, walArchive } from '@viatu/vault/postgres'
import { checkDatabase } from '#db/check-database.ts'
import { type DatabaseUrls, isPooled } from '#db/client.ts'
import { migrate, UnsuitableDatabase } from '#db/run-migrations.ts'
import { createLog } from '#server/create-log.ts'
import { type Settings, SettingsError } from '#server/settings.ts'

interface OpenPostgres extends DatabaseUrls {
  /** For the console. */
  how: string
  close(): Promise<void>
}

/**
 * The database of the settings: the embedded server, or the one they name. Runs migrations. Throws SettingsError when the database cannot be used. `creates`: whether the
 * embedded server makes an empty shop where there is none. A command that copies a shop does not: it would copy an empty one, and stand in the way of a restore.
 */
export async function openPostgres(settings: Settings, { creates = true } = {}): Promise<OpenPostgres> {
  if (settings.database) {
    try {
      await migrate(settings.database.ownerUrl)
      await checkDatabase(settings.database)
    } catch (error) {
      throw refusalOf(error, 'DATABASE_URL')
    }
    const how = `the database of DATABASE_URL${isPooled(settings.database) ? ', through a pooler' : ''}`
    return { ...settings.database, how, close: async () => {} }
  }
  const log = createLog()
  const flags = settings.backup ? await walArchive(settings.dataDir) : []
  const server = await startEmbedded(settings.dataDir, flags, (message, error) => log.warn({ error }, message), { creates })
  await migrate(server.ownerUrl()).catch(async (error) => {
    await server.stop()
    throw refusalOf(error, `The database in ${settings.dataDir}`)
  })
  const url = server.appUrl()
  return { url, directUrl: url, ownerUrl: server.ownerUrl(), replicaUrl: null, how: `embedded PostgreSQL, ${server.how}`, close: server.stop }
}

function refusalOf(error: unknown, where: string): unknown {
  return error instanceof UnsuitableDatabase ? new SettingsError(`${where}: ${error.message}`) : error
}
