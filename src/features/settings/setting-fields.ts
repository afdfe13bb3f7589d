import { z } from 'zod'
import { commissionPercents } from '#domain/commission.ts'
import { payoutMaximum, payoutMinimum } from '#domain/payout.ts'
import { initialReferralDays } from '#domain/referral.ts'
import { accent, address, kenyanPhone, link, profileAt, text, wholeNumber } from '#features/settings/setting-schemas.ts'

/** The groups of settings, each a form of the panel and a version of its own. */
export const settingGroups = {
  shop: 'The shop',
  contact: 'Contact',
  mail: 'E-mail',
  sms: 'SMS',
  rules: 'Affiliates and exchanges',
} as const
export type SettingGroup = keyof typeof settingGroups
/** Changing them takes the password and the second factor: letters and SMS with everybody's recovery links go through them. */
export const provedGroups: readonly SettingGroup[] = ['mail', 'sms']

/** How its form asks for it. */
export const settingKinds = ['text', 'number', 'choice', 'link', 'email', 'phone', 'colour', 'picture', 'secret'] as const
export type SettingKind = (typeof settingKinds)[number]

interface Field<Schema extends z.ZodType> {
  group: SettingGroup
  label: string
  /** Reads a text that is not empty, of a form or a variable; its message names what is expected: `an e-mail address`. */
  schema: Schema
  /** Until somebody of the shop changes it. */
  initial: z.output<Schema>
  hint?: string
  /** A line of text where it is left out; a secret is known by `isSecret`. */
  kind?: Exclude<SettingKind, 'secret'>
  /** What each value of a choice is called. */
  choices?: Record<string, string>
  /** The environment variable that wins over it. */
  variable?: string
  /** Encrypted where it is stored, never shown again, and an owner's alone. */
  isSecret?: true
}

const field = <Schema extends z.ZodType>(given: Field<Schema>) => given

/**
 * Every setting that an owner changes in the panel, under its name in the table `shop_settings` and in the API: the form, its checks, the environment
 * and what pages read all come from these rows.
 */
export const settingFields = {
  shop_name: field({ group: 'shop', label: 'Name', variable: 'SHOP_NAME', schema: text('a name', 40), initial: 'Viatu' }),
  logo: field({
    group: 'shop',
    label: 'Logo',
    kind: 'picture',
    schema: z.string().trim().max(2000).nullable(),
    initial: null,
    hint: 'In the header in place of the name. A transparent background is shown as white.',
  }),
  accent: field({
    group: 'shop',
    label: 'Accent colour',
    kind: 'colour',
    schema: accent.nullable(),
    initial: null,
    hint: 'Of buttons, links and the bar of a phone, such as #5b3fa0. It must be dark enough to be read.',
  }),
  credit: field({
    group: 'shop',
    label: 'Credit in the footer',
    variable: 'SHOP_CREDIT',
    schema: text('a name', 80).nullable(),
    initial: null,
    hint: 'The name of the shop where this is empty.',
  }),
  location: field({ group: 'contact', label: 'Town', variable: 'SHOP_LOCATION', schema: text('a town', 80), initial: 'Nairobi' }),
  phone: field({ group: 'contact', label: 'Phone', kind: 'phone', variable: 'SHOP_PHONE', schema: kenyanPhone, initial: '+254 700 000 000' }),
  whatsapp: field({
    group: 'contact',
    label: 'WhatsApp',
    kind: 'phone',
    variable: 'SHOP_WHATSAPP',
    schema: z
      .string()
      .transform((given) => given.replace(/\D/g, '').replace(/^0(?=\d{9}$)/, '254'))
      .refine((digits) => /^\d{9,15}$/.test(digits), 'a phone number with its country code'),
    initial: '254700000000',
  }),
  email: field({ group: 'contact', label: 'E-mail', kind: 'email', variable: 'SHOP_EMAIL', schema: address, initial: 'hello@viatu.example' }),
  address: field({
    group: 'contact',
    label: 'Street and building',
    schema: text('an address', 160).nullable(),
    initial: null,
    hint: 'In the footer and for search engines, with a link to the map.',
  }),
  map_url: field({
    group: 'contact',
    label: 'Link to a map',
    kind: 'link',
    schema: link('a web address, such as https://maps.app.goo.gl/abc').nullable(),
    initial: null,
  }),
  hours: field({
    group: 'contact',
    label: 'Opening hours',
    schema: text('the hours', 120).nullable(),
    initial: null,
    hint: 'Such as: Mon to Sat 9:00 to 18:00.',
  }),
  mpesa_name: field({
    group: 'contact',
    label: 'Name on the M-Pesa prompt',
    schema: text('a name', 40).nullable(),
    initial: null,
    hint: 'As Safaricom registered the till or paybill: buyers are told to look for it. The name of the shop where this is empty.',
  }),
  facebook_url: field({ group: 'contact', label: 'Facebook', kind: 'link', schema: profileAt('', 'facebook.com', 'fb.com'), initial: null }),
  instagram_url: field({ group: 'contact', label: 'Instagram', kind: 'link', schema: profileAt('', 'instagram.com'), initial: null }),
  tiktok_url: field({ group: 'contact', label: 'TikTok', kind: 'link', schema: profileAt('@', 'tiktok.com'), initial: null }),
  x_url: field({ group: 'contact', label: 'X', kind: 'link', schema: profileAt('', 'x.com', 'twitter.com'), initial: null }),
  mail_server: field({
    group: 'mail',
    label: 'Mail server',
    schema: z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^[a-z0-9]([a-z0-9.-]{0,250}[a-z0-9])?$/, 'the name of a mail server, such as smtp.example.com')
      .nullable(),
    initial: null,
  }),
  mail_port: field({
    group: 'mail',
    label: 'Port',
    kind: 'number',
    schema: wholeNumber('a port, usually 465 or 587', 1, 65_535),
    initial: 465,
    hint: 'Your e-mail provider names it: 465 or 587 in most cases.',
  }),
  mail_user: field({ group: 'mail', label: 'User name', schema: text('a user name', 200).nullable(), initial: null }),
  mail_password: field({
    group: 'mail',
    label: 'Password',
    schema: text('a password', 200).nullable(),
    initial: null,
    isSecret: true,
    hint: 'Enter it again when you change the server, port or user name.',
  }),
  mail_from: field({
    group: 'mail',
    label: 'Sender',
    kind: 'email',
    variable: 'MAIL_FROM',
    schema: address.nullable(),
    initial: null,
    hint: 'The e-mail address of the shop where this is empty.',
  }),
  sms_username: field({
    group: 'sms',
    label: "User name at Africa's Talking",
    variable: 'SMS_USERNAME',
    schema: text('a user name', 80).nullable(),
    initial: null,
  }),
  sms_api_key: field({
    group: 'sms',
    label: 'API key',
    variable: 'SMS_API_KEY',
    schema: z
      .string()
      .trim()
      .max(200)
      .regex(/^[\x21-\x7e]+$/, 'the key that the gateway gave you')
      .nullable(),
    initial: null,
    isSecret: true,
    hint: 'Enter it again when you change the user name.',
  }),
  sms_sender: field({
    group: 'sms',
    label: 'Sender',
    variable: 'SMS_SENDER_ID',
    schema: z
      .string()
      .trim()
      .regex(/^[\w .&-]{1,11}$/, 'a registered name of at most 11 characters, or a short code')
      .nullable(),
    initial: null,
  }),
  commission_percent: field({
    group: 'rules',
    label: 'Commission, per cent',
    kind: 'number',
    schema: wholeNumber('whole per cent, from 0 to 30', commissionPercents.least, commissionPercents.most),
    initial: commissionPercents.initial,
    hint: 'Of the goods of an order, without delivery. Orders keep the rate they were placed with; at 0, new ones earn nothing.',
  }),
  referral_days: field({
    group: 'rules',
    label: 'Days that a link counts',
    kind: 'number',
    schema: wholeNumber('whole days, from 1 to 365', 1, 365),
    initial: initialReferralDays,
    hint: 'From the last click on it; a longer time counts for clicks from now on.',
  }),
  exchange_days: field({
    group: 'rules',
    label: 'Days to exchange',
    kind: 'number',
    schema: wholeNumber('whole days, from 0 to 365', 0, 365).nullable(),
    initial: null,
    hint: 'From delivery; beside every purchase, in the help and for search engines. Buyers read nothing of it while this is empty or 0.',
  }),
  payout_minimum: field({
    group: 'rules',
    label: 'Smallest payout, KSh',
    kind: 'number',
    variable: 'PAYOUT_MINIMUM',
    schema: wholeNumber('whole shillings, from 10 to 250000', payoutMinimum / 100, payoutMaximum / 100),
    initial: payoutMinimum / 100,
  }),
  referral_names: field({
    group: 'rules',
    label: "Buyers' names for affiliates",
    kind: 'choice',
    choices: { full: 'As the buyer wrote them', masked: 'Initials only' },
    variable: 'REFERRAL_NAMES',
    schema: z.enum(['full', 'masked'], 'full or masked'),
    initial: 'full',
  }),
}
export type SettingName = keyof typeof settingFields
export type ShopSettings = { [Name in SettingName]: z.output<(typeof settingFields)[Name]['schema']> }

export const settingNames = Object.keys(settingFields) as SettingName[]

/** The settings that each secret was entered for: the place that it is sent to, and last the user. A change of one forgets it. */
export const secretOf = {
  mail_password: ['mail_server', 'mail_port', 'mail_user'],
  sms_api_key: ['sms_username'],
} as const satisfies Partial<Record<SettingName, readonly SettingName[]>>

/** What a shop is born with. */
export const initialSettings = Object.fromEntries(settingNames.map((name) => [name, settingFields[name].initial])) as ShopSettings

/** The networks that a shop may have a page at. */
export const networks = ['facebook_url', 'instagram_url', 'tiktok_url', 'x_url'] as const satisfies SettingName[]
