import { openPostgres } from '#server/open-postgres.ts'
import { readSettings, SettingsError } from '#server/settings.ts'

/** `npx viatu migrate`: brings the database up to date and closes it again. */
try {
  const postgres = await openPostgres(readSettings())
  console.log(`Up to date: ${postgres.how}`)
  await postgres.close()
} catch (error) {
  console.error(error instanceof SettingsError ? error.message : error)
  process.exitCode = 1
}
