import { isOpenDatabase, isOpenToReaders } from '#domain/loopback.ts'
import type { Settings } from '#server/settings.ts'

/** What a live shop lacks, a line each that names the variable. */
export function missingForLive(settings: Settings): string[] {
  return [
    ...(settings.payments?.unready ?? []),
    settings.panelPayments?.baseUrl != null &&
      isOpenToReaders(settings.panelPayments.baseUrl) &&
      settings.payments === null &&
      'MPESA_BASE_URL should begin with https://',
    settings.assistant !== null && isOpenToReaders(settings.assistant.baseUrl) && 'ASSISTANT_BASE_URL should begin with https://',
    settings.s3 !== null && isOpenToReaders(settings.s3.endpoint) && 'S3_ENDPOINT should begin with https://',
    settings.backup !== null &&
      's3' in settings.backup.place &&
      isOpenToReaders(settings.backup.place.s3.endpoint) &&
      'BACKUP_S3_ENDPOINT should begin with https://',
    ...databasesInTheClear(settings.database),
    settings.smsBaseUrl !== null && !settings.smsBaseUrl.startsWith('https://') && 'SMS_BASE_URL should begin with https://',
    !settings.publicUrl?.startsWith('https://') && 'PUBLIC_URL should be the https address of the shop',
    settings.trustedProxies === 0 &&
      'TRUSTED_PROXY is missing: what speaks https in front of the shop is a proxy, and without it all visitors look like one',
    settings.database !== null &&
      [settings.database.url, settings.database.directUrl].includes(settings.database.ownerUrl) &&
      'DATABASE_OWNER_URL is missing: a live shop works in a role that owns nothing, and so cannot rewrite its books',
    settings.appSecret === null && 'APP_SECRET is missing: at least 32 random characters, kept the same for ever',
  ].filter((line) => line !== false)
}

/** Lines about addresses of another machine that do not ask for TLS. */
function databasesInTheClear(database: Settings['database']): string[] {
  if (database === null) return []
  const { url, directUrl, ownerUrl, replicaUrl } = database
  const others = { DATABASE_DIRECT_URL: directUrl, DATABASE_OWNER_URL: ownerUrl, DATABASE_REPLICA_URL: replicaUrl ?? url }
  const named = [['DATABASE_URL', url] as const, ...Object.entries(others).filter(([, address]) => address !== url)]
  return named.flatMap(([name, address]) =>
    isOpenDatabase(address) ? [`${name} leads to another machine: it should end with ?sslmode=verify-full`] : [],
  )
}
