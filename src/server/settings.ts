import { existsSync } from 'node:fs'
import type { BackupSettings } from '@viatu/vault'
import { z } from 'zod'
import type { DatabaseUrls } from '#db/client.ts'
import { type DemoAccess, isLoopbackHost, isOpenDatabase, isOpenToReaders, originOf } from '#domain/loopback.ts'
import { initialSettings, type SettingName, settingFields } from '#features/settings/setting-fields.ts'
import type { EnvironmentSettings } from '#features/settings/shop-settings.ts'
import { assistantFields, assistantOf, assistantRefusal, type ModelSettings } from '#services/assistant/assistant-environment.ts'
import { backupFields, backupOf, backupRefusal } from '#services/backups/backup-environment.ts'
import { type S3Settings, s3Fields, s3Of, s3Refusal } from '#services/files/files-environment.ts'
import { type PanelAddresses, panelAddresses } from '#services/payments/mpesa/mpesa-environment.ts'
import { type PaymentAccount, paymentAccount, paymentFields, paymentRefusal } from '#services/payments/providers.ts'
import { smsRefusal } from '#services/sms/sms.ts'

/** The settings from the environment, read once at the start. */
export interface Settings {
  port: number
  host: string
  /** The public origin of the shop; null means any loopback address. */
  publicUrl: string | null
  dataDir: string
  /** Number of proxies in front of the shop that set X-Forwarded-For; 0 for direct connections. */
  trustedProxies: number
  /** Null means the embedded server. */
  database: DatabaseUrls | null
  mode: 'demo' | 'live'
  /** Which requests may use the demo's outbox, its phone and the simulator's control. */
  demoAccess: DemoAccess
  /** Whether a new demo gets an ad, a promotion and a month of made-up orders. Off in tests. */
  demoHistory: boolean
  /** Null in demo mode: then one is generated and stored in `dataDir`. */
  appSecret: string | null
  /** The secret of before, which still opens what it sealed. */
  previousSecret: string | null
  /** Settings of the panel that the environment sets, and which then win. */
  environment: EnvironmentSettings
  /** Wins over the account of the panel; without both a demo has the simulated M-Pesa. */
  payments: PaymentAccount | null
  /** What an account of the panel talks to; null where its keys must not be used at all. */
  panelPayments: PanelAddresses | null
  /** Null means that files lie under `dataDir`. */
  s3: S3Settings | null
  /** Null means that the shop is not copied anywhere. */
  backup: BackupSettings | null
  /** Wins over the mail server of the panel; without both, e-mails stay in the outbox (demo mode only). */
  smtpUrl: string | null
  /** Whether the mail server of the panel may be on this machine or in its network. */
  allowsPrivateMail: boolean
  /** Off in the copy of a drill, which has the devices of those who work in the shop. */
  sendsPushes: boolean
  /** The gateway of SMS, where it is not Africa's Talking's own. */
  smsBaseUrl: string | null
  /** Who may read /metrics: the bearer of the token, and this machine at a port of its own. */
  metrics: { token: string | null; port: number | null }
  /** Null means that the assistant answers by search. */
  assistant: ModelSettings | null
}

/** An invalid setting; the message names the variable, and the start stops with it. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
}

/** Characters. */
export const minSecretLength = 32

const set = (text: string | undefined) => (text?.trim() ? text.trim() : undefined)
const optional = z.string().optional().transform(set)
const url = (what: string) => optional.refine((text) => text === undefined || isUrl(text), `${what}, such as https://shop.example.com`)

const databaseUrl = optional.refine(
  (text) => text === undefined || /^postgres(ql)?:\/\//.test(text),
  'an address such as postgres://user:password@host/database',
)

const wholeNumber = (what: string, least: number, most: number) => z.coerce.number(what).int(what).min(least, what).max(most, what)
const portNumber = wholeNumber('a port number', 0, 65_535)

const secretText = optional.refine((text) => text === undefined || text.length >= minSecretLength, `at least ${minSecretLength} random characters`)

type PanelVariables = Record<string, z.ZodType>
const panelFields = Object.entries(settingFields) as [SettingName, { variable?: string; schema: z.ZodType }][]

/** The variables of settings that the panel has as well. A phone may be written in any way, as it always could here: a shop that is open must start again. */
function variablesOfPanel(): PanelVariables {
  const variables = panelFields.flatMap(([, { variable, schema }]) => (variable ? [[variable, schema.optional()] as const] : []))
  return { ...Object.fromEntries(variables), SHOP_PHONE: optional }
}

/** Those that are set. */
function environmentOf(given: Record<string, unknown>): EnvironmentSettings {
  const set = panelFields.flatMap(([name, { variable }]) =>
    variable && given[variable] !== undefined ? [[name, { variable, value: given[variable] }] as const] : [],
  )
  const mail = ['mail_server', 'mail_port', 'mail_user', 'mail_password'] as const
  // The address of a mail server has all of these in one.
  const byUrl = given.SMTP_URL === undefined ? [] : mail.map((name) => [name, { variable: 'SMTP_URL', value: settingFields[name].initial }] as const)
  return Object.fromEntries([...set, ...byUrl])
}

const environment = z.object({
  PORT: portNumber.default(3000),
  HOST: optional.transform((text) => text ?? '127.0.0.1'),
  PUBLIC_URL: url('the address people use')
    .transform((text) => text?.replace(/\/+$/, ''))
    .refine(
      (text) => text === undefined || new URL(text).href === `${new URL(text).origin}/`,
      'the address people use, without a path: the shop has a host of its own',
    ),
  DATA_DIR: optional.transform((text) => text ?? '.data'),
  TRUSTED_PROXY: wholeNumber('the number of proxies', 0, 9).default(0),
  DATABASE_URL: databaseUrl,
  DATABASE_DIRECT_URL: databaseUrl,
  DATABASE_OWNER_URL: databaseUrl,
  DATABASE_REPLICA_URL: databaseUrl,
  SHOP_MODE: z.enum(['demo', 'live'], 'demo or live').default('demo'),
  DEMO_OPEN: z.enum(['0', '1'], '0 or 1').default('0'),
  DEMO_HISTORY: z.enum(['0', '1'], '0 or 1').default('1'),
  APP_SECRET: secretText,
  APP_SECRET_PREVIOUS: secretText,
  ...variablesOfPanel(),
  ...paymentFields,
  ...s3Fields,
  ...backupFields,
  ...assistantFields,
  SMS_BASE_URL: url('the address of the SMS gateway').transform((text) => text?.replace(/\/+$/, '')),
  SMTP_URL: optional.refine((text) => text === undefined || isSmtpUrl(text), 'an address such as smtps://user:password@host'),
  PRIVATE_MAIL_SERVER: z.enum(['0', '1'], '0 or 1').default('0'),
  METRICS_TOKEN: secretText,
  METRICS_PORT: portNumber.optional(),
})

export const settingNames = Object.keys(environment.shape)

/** What a variable is where it is not set, as text; empty where it has no default. */
export function defaultOf(name: string): string {
  const inPanel = panelFields.find(([, { variable }]) => variable === name)
  const value = inPanel ? initialSettings[inPanel[0]] : environment.parse({})[name as 'PORT']
  return String(value ?? '')
}

/** Reads the settings, `.env` first where there is one. Throws SettingsError. */
export function readSettings(env: Record<string, string | undefined> = process.env): Settings {
  if (env === process.env && existsSync('.env')) process.loadEnvFile('.env')
  const result = environment.safeParse(Object.fromEntries(Object.entries(env).filter(([, text]) => set(text))))
  if (!result.success) {
    const lines = result.error.issues.map((issue) => `${issue.path.join('.')} should be ${issue.message}`)
    throw new SettingsError(lines.join('\n'))
  }
  const given = result.data
  const refusal = paymentRefusal(given) ?? s3Refusal(given) ?? backupRefusal(given) ?? smsRefusal(given) ?? assistantRefusal(given)
  if (refusal) throw new SettingsError(refusal)
  const settings: Settings = {
    port: given.PORT,
    host: given.HOST,
    publicUrl: given.PUBLIC_URL ?? null,
    dataDir: given.DATA_DIR,
    trustedProxies: given.TRUSTED_PROXY,
    database: addressesOf(given),
    mode: given.SHOP_MODE,
    demoAccess:
      given.DEMO_OPEN === '1' ? 'open' : given.PUBLIC_URL || !isLoopbackHost(new URL(originOf(given.HOST, given.PORT)).host) ? 'closed' : 'local',
    demoHistory: given.DEMO_HISTORY === '1',
    appSecret: given.APP_SECRET ?? null,
    previousSecret: given.APP_SECRET_PREVIOUS ?? null,
    environment: environmentOf(given),
    payments: paymentAccount(given),
    panelPayments: panelAddresses(given as object),
    s3: s3Of(given),
    backup: backupOf(given),
    smtpUrl: given.SMTP_URL ?? null,
    allowsPrivateMail: given.PRIVATE_MAIL_SERVER === '1',
    sendsPushes: true,
    smsBaseUrl: given.SMS_BASE_URL ?? null,
    assistant: assistantOf(given),
    metrics: { token: given.METRICS_TOKEN ?? null, port: given.METRICS_PORT ?? null },
  }
  const wanting = settings.mode === 'live' ? missingForLive(settings) : []
  if (wanting.length > 0) throw new SettingsError(`SHOP_MODE=live cannot start:\n${wanting.join('\n')}`)
  return settings
}

function addressesOf({ DATABASE_URL: url, ...given }: z.output<typeof environment>): DatabaseUrls | null {
  if (url) {
    const directUrl = given.DATABASE_DIRECT_URL ?? url
    return { url, directUrl, ownerUrl: given.DATABASE_OWNER_URL ?? directUrl, replicaUrl: given.DATABASE_REPLICA_URL ?? null }
  }
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_OWNER_URL', 'DATABASE_REPLICA_URL'] as const)
    if (given[name]) throw new SettingsError(`${name} is set but DATABASE_URL is not`)
  return null
}

function isUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

function isSmtpUrl(text: string): boolean {
  return URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol) && new URL(text).hostname !== ''
}

/** What a live shop lacks, a line each that names the variable. */
function missingForLive(settings: Settings): string[] {
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
