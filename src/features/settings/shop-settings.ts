import { sql } from 'drizzle-orm'
import { type Context, requirePermission, type Secrets, type Services } from '#core/context.ts'
import { type FormSnapshot, requireUnchanged } from '#core/optimistic-lock.ts'
import { writeChange } from '#core/write-audit.ts'
import type { Database } from '#db/client.ts'
import type { ChangedTexts } from '#domain/message-texts.ts'
import { Problem } from '#domain/problem.ts'
import { keepWebFiles } from '#features/files/keep-web-files.ts'
import { requireStoredPicture, writeWithFiles } from '#features/files/require-stored.ts'
import { lockPassword } from '#features/people/passwords.ts'
import { type Proof, requireIdentity } from '#features/people/require-identity.ts'
import {
  initialSettings,
  provedGroups,
  type SettingGroup,
  type SettingName,
  type ShopSettings,
  secretOf,
  settingFields,
} from '#features/settings/setting-fields.ts'
import { mayBePublicHost } from '#services/web-files/public-web.ts'

declare module '#core/context.ts' {
  interface Services {
    /** What somebody of the shop has set in the panel, or the environment. */
    settings: SettingsInForce
    /** Whether the mail server of the panel may have an address that is not public; the environment says so. */
    allowsPrivateMail: boolean
    /** Takes what was just written into force here at once; every process does so within a second by itself. */
    reloadSettings(): Promise<void>
  }
}

/** The settings of this moment. */
export interface SettingsInForce {
  values: ShopSettings
  /** The environment variable of each setting that one sets: it wins over the panel. */
  variables: Partial<Record<SettingName, string>>
  /** Secrets that this APP_SECRET does not open; they count as not set. */
  unreadable: SettingName[]
  /** Whether an owner has opened the shop (features/staff/shop-opening.ts). */
  isOpened: boolean
  /** Texts to buyers that the shop has changed. */
  texts: ChangedTexts
}

/** What the environment sets, and with which variable. */
export type EnvironmentSettings = Partial<Record<SettingName, { variable: string; value: unknown }>>

/** Reads the settings: what a shop is born with, what is stored, and what the environment sets, the later ones winning. */
export async function readShopSettings(db: Database, secrets: Secrets, environment: EnvironmentSettings): Promise<SettingsInForce> {
  const { rows } = await db.execute<{
    is_opened: boolean
    texts: ChangedTexts | null
    name: string | null
    value: unknown
    encrypted: string | null
  }>(sql`
    select opened_at is not null as is_opened, name, value, encrypted,
      (select json_object_agg(t.name, json_build_object('sms', sms, 'subject', subject, 'letter', letter)) from message_texts t) as texts
    from shop_opening left join shop_settings on true`)
  const values: Record<string, unknown> = { ...initialSettings }
  const unreadable: SettingName[] = []
  for (const { name, value, encrypted } of rows) {
    // None is stored, or a later version of the shop has stored it, and it means nothing to this one.
    if (name === null || !isSettingName(name)) continue
    const text = encrypted === null ? value : secrets.decrypt(encrypted)
    if (text === null) unreadable.push(name)
    else values[name] = text
  }
  const set = Object.entries(environment) as [SettingName, { variable: string; value: unknown }][]
  for (const [name, { value }] of set) values[name] = value
  return {
    values: values as ShopSettings,
    variables: Object.fromEntries(set.map(([name, { variable }]) => [name, variable])),
    unreadable: unreadable.filter((name) => environment[name] === undefined),
    isOpened: rows.some((row) => row.is_opened),
    texts: rows[0]?.texts ?? {},
  }
}

/**
 * Changes some settings; an empty text or null makes one again what the shop was born with. All processes use them within a second. A secret that is left out stays, unless what
 * it was entered for changes; those of `provedGroups` take a proof.
 */
export async function changeSettings(ctx: Context, sent: Record<string, unknown>, proof: Proof = {}, snapshot?: FormSnapshot): Promise<void> {
  const { userId } = requirePermission(ctx, 'manage_settings')
  const wanted = await keepWebFiles(ctx, readChanges(sent, ctx.services), { logo: 'promotional-images' })
  const fields = Object.keys(wanted).map((name) => settingFields[name as SettingName])
  if (fields.some(({ isSecret }) => isSecret)) requirePermission(ctx, 'manage_keys')
  const isProved = fields.some(({ group }) => provedGroups.includes(group))
  // What would be refused anyway uses no code up.
  if (isProved) compare(await readStored(ctx, ctx.db), wanted, snapshot)
  const checked = isProved ? await requireIdentity(ctx, proof) : null
  await writeWithFiles(ctx, 'logo', async (tx) => {
    if (checked) await lockPassword({ db: tx }, checked)
    // One change at a time: what is read here is what the change is compared with.
    await tx.execute(sql`lock table shop_settings in share row exclusive mode`)
    if (wanted.logo) await requireStoredPicture(tx, 'logo', wanted.logo)
    const { before, after, changes } = compare(await readStored(ctx, tx), wanted, snapshot)
    for (const [name, value] of Object.entries(changes)) await write(tx, ctx, name as SettingName, value, userId)
    await writeChange(tx, ctx, {
      action: 'settings changed',
      table: 'shop_settings',
      id: 'shop',
      before: masked(before, ctx.services.secrets),
      after: masked(after, ctx.services.secrets),
    })
  })
  await ctx.services.reloadSettings()
}

/** The settings as they are stored at this moment, which is a moment before every process has them. */
export function readStored({ services: { settings, secrets } }: Context, db: Database): Promise<SettingsInForce> {
  const set = Object.entries(settings.variables) as [SettingName, string][]
  return readShopSettings(db, secrets, Object.fromEntries(set.map(([name, variable]) => [name, { variable, value: settings.values[name] }])))
}

/** The new values by name. */
function readChanges(
  sent: Record<string, unknown>,
  services: Pick<Context['services'], 'settings' | 'allowsPrivateMail' | 'opening' | 'shop'>,
): Partial<ShopSettings> {
  const fields: Record<string, string> = {}
  const wanted: Record<string, unknown> = {}
  const { settings, allowsPrivateMail } = services
  for (const [name, given] of Object.entries(sent)) {
    if (!isSettingName(name)) fields[name] = `Leave out ${name}: there is no such setting.`
    else if (settings.variables[name])
      fields[name] = `${settings.variables[name]} sets this in the environment of the shop, and wins: change it there.`
    else if (given === null || given === '') wanted[name] = settingFields[name].initial
    else {
      const result = settingFields[name].schema.safeParse(given)
      if (result.success) wanted[name] = result.data
      else fields[name] = `Enter ${result.error.issues[0]?.message}.`
    }
  }
  Object.assign(fields, emptiedContacts(services, wanted))
  if (typeof wanted.mail_server === 'string' && !allowsPrivateMail && !mayBePublicHost(wanted.mail_server))
    fields.mail_server = 'Enter a mail server on the Internet. One in a private network needs PRIVATE_MAIL_SERVER=1 in the environment of the shop.'
  if (Object.keys(fields).length > 0) throw new Problem('bad_input', { fields })
  return wanted as Partial<ShopSettings>
}

/** What is stored, and what it becomes: `changes` are the wanted ones, and the secrets that they forget. */
function compare({ values: before, unreadable }: SettingsInForce, wanted: Partial<ShopSettings>, snapshot: FormSnapshot | undefined) {
  requireUnchanged(shown(before), shown(wanted), snapshot)
  const changes = { ...wanted }
  const fields: Record<string, string> = {}
  for (const [secret, names] of Object.entries(secretOf) as [keyof typeof secretOf, readonly SettingName[]][]) {
    const isStored = before[secret] !== null || unreadable.includes(secret)
    if (!isStored || secret in wanted || names.every((name) => !(name in wanted) || wanted[name] === before[name])) continue
    changes[secret] = null
    const user = names.at(-1) as SettingName
    if ({ ...before, ...wanted }[user] !== null) fields[secret] = 'Enter it again: the stored one belongs to the earlier server or user.'
  }
  if (Object.keys(fields).length > 0) throw new Problem('bad_input', { fields })
  const after = { ...before, ...changes }
  refuseHalfSet(after, wanted)
  return { before, after, changes }
}

/** What is of use only as a whole, where some of it changes: a key that cannot be read any more is no reason to keep the shop's name. */
function refuseHalfSet(after: ShopSettings, wanted: Partial<ShopSettings>) {
  const isChanged = (group: SettingGroup) => Object.keys(wanted).some((name) => settingFields[name as SettingName].group === group)
  const sms = (['sms_username', 'sms_api_key', 'sms_sender'] as const).filter((name) => after[name] === null)
  const missing: SettingName[] = [
    ...(isChanged('sms') && sms.length < 3 ? sms : []),
    ...(isChanged('mail') && after.mail_password !== null && after.mail_user === null ? (['mail_user'] as const) : []),
    ...(isChanged('mail') && after.mail_user !== null && after.mail_server === null ? (['mail_server'] as const) : []),
  ]
  if (missing.length === 0) return
  throw new Problem('bad_input', { fields: Object.fromEntries(missing.map((name) => [name, 'Enter this as well, or clear the others.'])) })
}

async function write(tx: Database, ctx: Context, name: SettingName, value: unknown, userId: string | null) {
  const { isSecret, initial } = settingFields[name]
  if (value === initial) {
    await tx.execute(sql`delete from shop_settings where name = ${name}`)
    return
  }
  const [plain, encrypted] = isSecret ? [null, ctx.services.secrets.encrypt(String(value))] : [JSON.stringify(value), null]
  await tx.execute(sql`
    insert into shop_settings (name, value, encrypted, changed_at, changed_by)
    values (${name}, ${plain}::jsonb, ${encrypted}, ${ctx.now}, ${userId}::uuid)
    on conflict (name) do update set value = excluded.value, encrypted = excluded.encrypted, changed_at = excluded.changed_at, changed_by = excluded.changed_by`)
}

/** Without the secrets, which no form shows. */
function shown(values: Partial<ShopSettings>) {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !settingFields[name as SettingName].isSecret))
}

/** For the audit log: of a secret, a mark that differs where it does, and from which it cannot be read. */
function masked(values: ShopSettings, secrets: Secrets) {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      settingFields[name as SettingName].isSecret && value !== null ? secrets.blind(String(value)).slice(0, 6) : value,
    ]),
  )
}

function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(settingFields, name)
}

/** How to reach the shop: examples until they are entered. */
export const contacts = ['phone', 'whatsapp', 'email'] as const

/** Whether a setting is what a shop is born with: a contact is an example then. */
export function isAsBorn({ values, variables }: Pick<SettingsInForce, 'values' | 'variables'>, name: SettingName): boolean {
  return values[name] === initialSettings[name] && variables[name] === undefined
}

/** Field -> what to do, for each contact that a live shop that is open would lose. */
function emptiedContacts({ settings, opening, shop }: Pick<Services, 'settings' | 'opening' | 'shop'>, wanted: Record<string, unknown>) {
  if (!opening.isOpen || shop.demo !== null) return {}
  const lost = contacts.filter((name) => wanted[name] === initialSettings[name] && !isAsBorn(settings, name))
  return Object.fromEntries(
    lost.map((name) => [name, 'Enter another one, or leave it: an open shop says in its letters and on its pages how to reach it.']),
  )
}
