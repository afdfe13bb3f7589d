import type { Log, Secrets, Services } from '#core/context.ts'
import { retryTransient } from '#core/transactions.ts'
import type { Database } from '#db/client.ts'
import { originOf, outboxPath } from '#domain/loopback.ts'
import { accentOf, type ShopFacts } from '#domain/shop.ts'
import { networks, settingFields } from '#features/settings/setting-fields.ts'
import { type contacts, isAsBorn, readShopSettings, type SettingsInForce } from '#features/settings/shop-settings.ts'
import type { Monitor } from '#features/staff/monitoring/monitor.ts'
import type { Settings } from '#server/settings.ts'
import { type Mailer, outbox } from '#services/mail/mailer.ts'
import { createSmtpMailer } from '#services/mail/smtp-mailer.ts'
import { createAfricasTalking } from '#services/sms/africas-talking.ts'
import { type Sms, type SmsSettings, smsOf } from '#services/sms/sms.ts'

interface Needs {
  db: Database
  settings: Settings
  secrets: Secrets
  monitor: Monitor
  log: Log
  /** What a gateway did, for the log and the figures. */
  countSms: (event: Record<string, unknown>) => void
  /** Whether the shop has an account that takes money. */
  hasPayments: () => boolean
  /** The simulator's gateway, where the shop has no account of its own. */
  standInSms: SmsSettings | null
  phoneUrl: string | null
}

/** The settings in force, and what is made of them. */
export interface InForce {
  settings: SettingsInForce
  facts: ShopFacts
  opening: Services['opening']
  mailer: Mailer
  sms: Sms | null
}

interface LiveSettings {
  /** Replaced as a whole when a setting changes, so that no request sees half a change. */
  readonly now: InForce
  /** Reads the settings again; called when the database tells of a change. */
  reload(): Promise<void>
}

/** The shop's settings as this process uses them: read at the start, and again when somebody changes one, in any process. */
export async function openLiveSettings(needs: Needs): Promise<LiveSettings> {
  const { db, settings, secrets, log } = needs
  const read = () => readShopSettings(db, secrets, settings.environment)
  let now = inForce(needs, await read(), null)
  let reading: Promise<void> = Promise.resolve()
  return {
    get now() {
      return now
    },
    // One after the other: an older answer never replaces a newer one.
    reload: () => {
      reading = reading
        .then(async () => {
          const previous = now
          now = inForce(needs, await retryTransient(read), previous)
          if (previous.mailer !== now.mailer) await previous.mailer.close()
        })
        .catch((error) => {
          log.error({ error }, 'the settings could not be read; the ones of before stay in force')
        })
      return reading
    },
  }
}

function inForce(
  { settings, monitor, countSms, standInSms, phoneUrl, hasPayments }: Needs,
  read: SettingsInForce,
  previous: InForce | null,
): InForce {
  const { values } = read
  const mail = mailOf(settings, values)
  const account = smsOf(values, settings.smsBaseUrl) ?? standInSms
  // Connections of a mailer stay where nothing about it has changed.
  const isSame = (names: (keyof typeof values)[]) => previous !== null && names.every((name) => previous.settings.values[name] === values[name])
  return {
    settings: read,
    opening: {
      isOpen: settings.mode === 'demo' || (read.isOpened && mail !== null && hasPayments()),
      hasMail: mail !== null,
      hasPayments: hasPayments(),
    },
    facts: factsOf(settings, read, { mail: mail !== null, sms: account !== null }, phoneUrl),
    mailer:
      previous && isSame(['shop_name', 'email', 'mail_from', 'mail_server', 'mail_port', 'mail_user', 'mail_password'])
        ? previous.mailer
        : mailerOf(settings, mail, read, monitor),
    sms:
      previous && isSame(['sms_username', 'sms_api_key', 'sms_sender']) ? previous.sms : account && createAfricasTalking(account, { log: countSms }),
  }
}

/** The address of the mail server: of the environment, or of the panel. */
function mailOf(
  { smtpUrl }: Settings,
  { mail_server: server, mail_port: port, mail_user: user, mail_password: password }: SettingsInForce['values'],
) {
  if (smtpUrl !== null || server === null) return smtpUrl
  const account = user === null ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password ?? '')}@`
  return `${port === 465 ? 'smtps' : 'smtp'}://${account}${server}:${port}`
}

/** E-mails go to the mail server; without one they stay in the outbox, which only demo mode shows. */
function mailerOf({ smtpUrl, allowsPrivateMail, mode, publicUrl }: Settings, url: string | null, read: SettingsInForce, monitor: Monitor): Mailer {
  if (url === null) return outbox
  const { shop_name: name, mail_from: from } = read.values
  const email = contactOf(mode, read, 'email')
  // A live shop without an address of its own: nothing answers there.
  const address = from ?? (email || `no-reply@${new URL(publicUrl ?? url).hostname}`)
  const onlyPublic = smtpUrl === null && !allowsPrivateMail ? {} : undefined
  const mailer = createSmtpMailer({ url, from: { name, address }, replyTo: email || address, onlyPublic })
  return { ...mailer, send: (mail) => monitor.timed('mail', () => mailer.send(mail)) }
}

/** A live shop never shows the examples. */
function contactOf(mode: Settings['mode'], read: SettingsInForce, name: (typeof contacts)[number]): string {
  return mode === 'live' && isAsBorn(read, name) ? '' : read.values[name]
}

function factsOf(
  { publicUrl, host, port, mode, demoAccess }: Settings,
  read: SettingsInForce,
  sends: { mail: boolean; sms: boolean },
  phoneUrl: string | null,
): ShopFacts {
  const { values } = read
  return {
    name: values.shop_name,
    phone: contactOf(mode, read, 'phone'),
    mpesaName: values.mpesa_name ?? values.shop_name,
    whatsapp: contactOf(mode, read, 'whatsapp'),
    email: contactOf(mode, read, 'email'),
    location: values.location,
    commissionPercent: values.commission_percent,
    referralDays: values.referral_days,
    exchangeDays: values.exchange_days ?? 0,
    sendsSms: sends.sms,
    credit: values.credit ?? values.shop_name,
    logo: values.logo,
    accent: values.accent === null ? null : accentOf(values.accent),
    address: values.address,
    mapUrl: values.map_url,
    hours: values.hours,
    pages: networks.flatMap((name) => (values[name] === null ? [] : [{ label: settingFields[name].label, url: values[name] }])),
    origin: publicUrl ?? originOf(host, port),
    demo: mode === 'demo' ? { phoneUrl, outboxUrl: !sends.mail && demoAccess !== 'closed' ? outboxPath : null } : null,
  }
}
