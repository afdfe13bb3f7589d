import { theShop } from '#core/context.ts'
import { isPooled, openDatabase } from '#db/client.ts'
import { checkLedger } from '#features/affiliates/wallet/check-ledger.ts'
import { openPostgres } from '#server/open-postgres.ts'
import { readSettings, SettingsError } from '#server/settings.ts'

/** `npx viatu ledger:check`: checks the invariants of the books and fails when they do not balance. Works beside a running shop. */
try {
  const postgres = await openPostgres(readSettings())
  const database = openDatabase(postgres.url, { connections: 1, pooled: isPooled(postgres) })
  try {
    const { rows, affiliates, broken } = await checkLedger({ db: database.db, actor: theShop })
    console.log(`Looked at ${rows} rows of money and the wallets of ${affiliates} affiliates.`)
    for (const { name, key } of broken) console.error(`Broken: ${name} at ${key}`)
    console.log(broken.length === 0 ? 'The books balance.' : `${broken.length} rules are broken.`)
    if (broken.length > 0) process.exitCode = 1
  } finally {
    await database.close()
    await postgres.close()
  }
} catch (error) {
  console.error(error instanceof SettingsError ? error.message : error)
  process.exitCode = 1
}
