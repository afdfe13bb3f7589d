import { access, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { folderStore, readParts, sealedStore } from '@viatu/vault'
import { passwordsFile, startEmbedded } from '@viatu/vault/postgres'
import { theShop } from '#core/context.ts'
import { checkDatabase } from '#db/check-database.ts'
import { withClient } from '#db/database-connection.ts'
import { importRows } from '#db/export-rows.ts'
import { brokenInvariants } from '#db/invariants.ts'
import { backUp } from '#features/upkeep/back-up.ts'
import { closeOnSignal } from '#server/close-on-signal.ts'
import { commandFailed } from '#server/open-backups.ts'
import { readSettings, SettingsError } from '#server/settings.ts'

/** What a failure leaves. */
const left = 'The shop itself was not changed. If the new database has tables now, drop it and create it anew before the next try.'

/**
 * `npx viatu move-database`, with the shop closed: brings every row and sequence from the embedded PostgreSQL of DATA_DIR into the empty database of DATABASE_URL and proves the
 * books there. The files and `app-secret` stay where they are; the embedded server's are put aside, as the way back.
 */
try {
  const { dataDir, database } = readSettings()
  const home = resolve(dataDir)
  if (!database) throw new SettingsError('Set DATABASE_URL and DATABASE_OWNER_URL to the empty database that the shop moves into.')
  await access(join(home, passwordsFile)).catch(() => {
    throw new SettingsError(`${home} holds no embedded PostgreSQL: set DATA_DIR to the folder of the shop that moves.`)
  })
  // A move that was killed has left the rows of the shop.
  for (const name of await readdir(home)) if (name.startsWith('moving-')) await rm(join(home, name), { recursive: true })
  const server = await startEmbedded(home)
  const draft = await mkdtemp(join(home, 'moving-'))
  const cleanUp = async () => {
    await rm(draft, { recursive: true, force: true })
    await server.stop()
  }
  closeOnSignal(async () => {
    console.error(left)
    await cleanUp()
    throw new SettingsError('Nothing moved.')
  })
  let orders = 0
  try {
    const before = await refuseOpenShop(server.ownerUrl())
    const store = sealedStore(folderStore(draft), null)
    const source = { store, root: 'moving', ownerUrl: server.ownerUrl(), dataDir: home, isEmbedded: false, shipFiles: async () => [] }
    const { copy } = await backUp({ actor: theShop }, source)
    await importRows(database.ownerUrl, copy.rows, (table) => readParts(store, copy, table))
    await checkDatabase(database)
    orders = await proveBooks(database.ownerUrl)
    // What was written since the rows were read did not move.
    if ((await refuseOpenShop(server.ownerUrl())) !== before)
      throw new SettingsError('Something was written into the old database meanwhile. Close what uses it, and move again.')
  } catch (error) {
    console.error(left)
    throw error
  } finally {
    await cleanUp()
  }
  const kept = join(home, `before-move-${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}`)
  await mkdir(kept, { mode: 0o700 })
  // The server's files first: with passwords and without them nothing opens, and nothing is made twice.
  for (const name of ['postgres', passwordsFile]) await rename(join(home, name), join(kept, name))
  console.log(`Moved, with ${orders} orders. The books balance in the new database; pictures, videos and app-secret stay in ${home}.
npm start opens the shop there. The way back, as long as nothing was sold there: put what is in ${kept} back into ${home}, and start without DATABASE_URL.`)
} catch (error) {
  commandFailed(error)
}

/** Anybody else who is connected may write. Returns the number of the next transaction that writes: the same later, when no transaction has written. */
async function refuseOpenShop(ownerUrl: string): Promise<string> {
  const { rows } = await withClient(ownerUrl, 'viatu-move', (client) =>
    client.query<{ others: number; next: string }>(`select pg_snapshot_xmax(pg_current_snapshot())::text as next,
      (select count(*)::integer from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()) as others`),
  )
  const [{ others, next }] = rows as [(typeof rows)[number]]
  if (others > 0) throw new SettingsError('Close the shop, and whatever else uses its database: what is sold meanwhile would stay behind.')
  return next
}

async function proveBooks(ownerUrl: string): Promise<number> {
  return withClient(ownerUrl, 'viatu-move', async (client) => {
    const broken = await brokenInvariants(client)
    if (broken.length > 0) throw new SettingsError(`The books do not balance: ${broken.join(', ')}`)
    const { rows } = await client.query<{ orders: number }>('select count(*)::integer as orders from orders')
    return rows[0]?.orders ?? 0
  })
}
