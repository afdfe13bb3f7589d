import { openPostgres } from '#server/open-shop.ts'
import { readSettings } from '#server/settings.ts'

/** `npm run migrate`: brings the database up to date and closes it again. */
const settings = readSettings()
const postgres = await openPostgres(settings)
console.log(`Up to date: ${postgres.how}`)
await postgres.close()
