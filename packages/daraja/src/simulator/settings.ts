import { z } from 'zod'
import type { SimulatorOptions } from './simulator.ts'

const required = z.string('is missing').min(1, 'is empty')
const ms = z.coerce.number().int().min(0).optional()
const httpUrl = z.url({ protocol: /^https?$/ })

const environment = z.object({
  SIMULATOR_BOOK: required,
  SIMULATOR_CONSUMER_KEY: required,
  SIMULATOR_CONSUMER_SECRET: required,
  SIMULATOR_PASSKEY: required,
  SIMULATOR_SHORTCODE: z
    .string()
    .regex(/^\d{5,7}$/, 'is not 5 to 7 digits')
    .default('174379'),
  SIMULATOR_B2C_SHORTCODE: z
    .string()
    .regex(/^\d{5,7}$/, 'is not 5 to 7 digits')
    .optional(),
  SIMULATOR_INITIATOR_NAME: z.string().optional(),
  SIMULATOR_INITIATOR_PASSWORD: z.string().optional(),
  SIMULATOR_SMS_USERNAME: z.string().optional(),
  SIMULATOR_SMS_API_KEY: z.string().optional(),
  SIMULATOR_SMS_SENDER_ID: z.string().optional(),
  SIMULATOR_FUNDS: z.coerce.number().int().min(0).optional(),
  SIMULATOR_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  SIMULATOR_HOST: z.string().default('127.0.0.1'),
  SIMULATOR_ACCESS: z.enum(['local', 'open', 'closed']).default('local'),
  SIMULATOR_SHOP_NAME: z.string().default('Test Shop'),
  SIMULATOR_SHOP_URL: httpUrl.optional(),
  SIMULATOR_PROMPT_LIFE_MS: ms,
  SIMULATOR_RULE_WINDOW_MS: ms,
  SIMULATOR_CALLBACK_TIMEOUT_MS: ms,
})

/** Variables of a shop with real M-Pesa credentials, beside which the simulator refuses to start. */
const realShop = ['MPESA_CONSUMER_KEY', 'MPESA_CONSUMER_SECRET', 'MPESA_BASE_URL']

/** Reads the environment. Throws an Error that names the variable that is invalid or belongs to a real shop. */
export function readSettings(env: Record<string, string | undefined>): SimulatorOptions {
  const real = realShop.find((name) => env[name])
  if (real) throw new Error(`${real} is set: the simulator does not start beside a real shop's settings`)
  if (env.SHOP_MODE === 'live') throw new Error('SHOP_MODE is live: the simulator serves the demo only')
  const read = environment.safeParse(env)
  if (!read.success) throw new Error(read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '))
  const settings = read.data
  return {
    bookPath: settings.SIMULATOR_BOOK,
    consumerKey: settings.SIMULATOR_CONSUMER_KEY,
    consumerSecret: settings.SIMULATOR_CONSUMER_SECRET,
    shortcode: settings.SIMULATOR_SHORTCODE,
    passkey: settings.SIMULATOR_PASSKEY,
    payouts: {
      shortcode: settings.SIMULATOR_B2C_SHORTCODE,
      initiatorName: settings.SIMULATOR_INITIATOR_NAME,
      initiatorPassword: settings.SIMULATOR_INITIATOR_PASSWORD,
      openingFunds: settings.SIMULATOR_FUNDS,
    },
    sms: smsAccount(settings),
    shopName: settings.SIMULATOR_SHOP_NAME,
    shopUrl: settings.SIMULATOR_SHOP_URL,
    host: settings.SIMULATOR_HOST,
    access: settings.SIMULATOR_ACCESS,
    port: settings.SIMULATOR_PORT,
    promptLifeMs: settings.SIMULATOR_PROMPT_LIFE_MS,
    ruleWindowMs: settings.SIMULATOR_RULE_WINDOW_MS,
    callbackTimeoutMs: settings.SIMULATOR_CALLBACK_TIMEOUT_MS,
  }
}

function smsAccount({
  SIMULATOR_SMS_USERNAME,
  SIMULATOR_SMS_API_KEY,
  SIMULATOR_SMS_SENDER_ID,
}: z.output<typeof environment>): SimulatorOptions['sms'] {
  if (!SIMULATOR_SMS_USERNAME || !SIMULATOR_SMS_API_KEY || !SIMULATOR_SMS_SENDER_ID) return undefined
  return { username: SIMULATOR_SMS_USERNAME, apiKey: SIMULATOR_SMS_API_KEY, senderId: SIMULATOR_SMS_SENDER_ID }
}
