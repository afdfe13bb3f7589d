import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DarajaSettings } from '@viatu/daraja'
import { describe, expect, it } from 'vitest'
import { initialSettings } from '#features/settings/setting-fields.ts'
import { settingRows, settingsDocument } from '#server/document-settings.ts'
import { readSettings, SettingsError, settingNames } from '#server/settings.ts'
import { smsOf } from '#services/sms/sms.ts'
import { payoutAccount } from '../../packages/daraja/test/payout-account.ts'

const mpesa = {
  MPESA_BASE_URL: 'https://api.safaricom.co.ke',
  MPESA_CONSUMER_KEY: 'k',
  MPESA_CONSUMER_SECRET: 's',
  MPESA_SHORTCODE: '600123',
  MPESA_PASSKEY: 'p',
  MPESA_CALLBACK_BASE_URL: 'https://shop.example.com',
}
const payouts = {
  MPESA_B2C_SHORTCODE: payoutAccount.shortcode,
  MPESA_INITIATOR_NAME: payoutAccount.initiatorName,
  MPESA_INITIATOR_PASSWORD: payoutAccount.initiatorPassword,
  MPESA_CERTIFICATE: payoutAccount.certificate,
}
const s3 = {
  S3_ENDPOINT: 'https://s3.example.com/',
  S3_REGION: 'eu-west-1',
  S3_BUCKET: 'viatu-files',
  S3_ACCESS_KEY_ID: 'k',
  S3_SECRET_ACCESS_KEY: 's',
}
const assistant = { ASSISTANT_BASE_URL: 'https://api.example.com/v1/', ASSISTANT_API_KEY: 'sk-1', ASSISTANT_MODEL: 'a-model' }
const live = {
  ...mpesa,
  SHOP_MODE: 'live',
  PUBLIC_URL: 'https://shop.example.com/',
  TRUSTED_PROXY: '1',
  APP_SECRET: 'x'.repeat(32),
  SMTP_URL: 'smtps://u:p@mail.example.com',
}

describe('settings', () => {
  it('need nothing: then the shop is a demo on this machine', () => {
    expect(readSettings({})).toMatchObject({
      trustedProxies: 0,
      port: 3000,
      host: '127.0.0.1',
      dataDir: '.data',
      database: null,
      mode: 'demo',
      payments: null,
      publicUrl: null,
      environment: {},
    })
  })

  it('take the addresses of M-Pesa alone for an account of the panel', () =>
    expect(readSettings({ MPESA_BASE_URL: 'http://127.0.0.1:3001/', MPESA_CALLBACK_BASE_URL: 'http://127.0.0.1:3000/' })).toMatchObject({
      payments: null,
      panelPayments: { baseUrl: 'http://127.0.0.1:3001', callbackBaseUrl: 'http://127.0.0.1:3000' },
    }))

  it('all stand in .env.example', () => {
    const written = readFileSync('.env.example', 'utf8')
    expect(settingNames.filter((name) => !written.includes(`#${name}=`))).toEqual([])
  })

  it('each stand in one row of the table that says what they do, as the level of the log does', () =>
    expect(settingRows.flatMap(({ names }) => names).sort()).toEqual([...settingNames, 'LOG_LEVEL'].sort()))

  it('stand in docs/generated/settings.md as they are (npx viatu docs)', () =>
    expect(readFileSync('docs/generated/settings.md', 'utf8')).toBe(settingsDocument()))

  it('take an empty text for no text', () =>
    expect(readSettings({ PORT: '', DATABASE_URL: ' ', MPESA_BASE_URL: '' })).toMatchObject({ port: 3000, database: null, payments: null }))

  it('have three addresses of one database, of which two may be left out, and one of its replica', () => {
    const [url, directUrl, ownerUrl] = ['postgres://app@pooler/viatu', 'postgres://app@db/viatu', 'postgres://owner@db/viatu']
    expect(readSettings({ DATABASE_URL: url }).database).toEqual({ url, directUrl: url, ownerUrl: url, replicaUrl: null })
    expect(readSettings({ DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl }).database).toMatchObject({ url, directUrl, ownerUrl: directUrl })
    const all = {
      DATABASE_URL: url,
      DATABASE_DIRECT_URL: directUrl,
      DATABASE_OWNER_URL: ownerUrl,
      DATABASE_REPLICA_URL: 'postgres://app@standby/viatu',
    }
    expect(readSettings(all).database).toEqual({ url, directUrl, ownerUrl, replicaUrl: 'postgres://app@standby/viatu' })
  })

  it('open a live shop when everything real is there', () => {
    expect(readSettings(live)).toMatchObject({
      mode: 'live',
      publicUrl: 'https://shop.example.com',
      payments: { settings: { shortcode: '600123', transactionType: 'CustomerPayBillOnline', till: null } },
    })
  })

  it('let a live shop speak to the database and the stores of other machines by TLS alone', () => {
    const here = { DATABASE_URL: 'postgres://app@localhost/viatu', DATABASE_OWNER_URL: 'postgres://owner@localhost/viatu' }
    const open = (env: Record<string, string>) => () => readSettings({ ...live, ...here, ...env })
    for (const DATABASE_URL of [
      'postgres://app@127.0.0.1/viatu',
      'postgres://app@[::1]:5432/viatu',
      'postgres://app@/viatu?host=/run/postgresql',
      'postgres://app@%2Frun%2Fpostgresql/viatu',
      'postgres://app@db.example/viatu?sslmode=verify-full',
      'postgresql://app@10.0.0.7/viatu?application_name=a&sslmode=require',
    ])
      expect(open({ DATABASE_URL })).not.toThrow()
    const refusal = (name: string) => `SHOP_MODE=live cannot start:\n${name} leads to another machine: it should end with ?sslmode=verify-full`
    for (const DATABASE_URL of ['db.example/viatu', '10.0.0.7/viatu?sslmode=prefer', 'localhost/viatu?host=db', 'db/viatu?sslmode=no-verify'])
      expect(open({ DATABASE_URL: `postgres://app@${DATABASE_URL}` })).toThrow(new SettingsError(refusal('DATABASE_URL')))
    for (const name of ['DATABASE_OWNER_URL', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'])
      expect(open({ [name]: 'postgres://x@db/viatu' })).toThrow(new SettingsError(refusal(name)))
    const store = { ...s3, S3_ENDPOINT: 'http://10.0.0.8:9000' }
    expect(open(store)).toThrow(/\nS3_ENDPOINT should begin with https/)
    const backup = Object.fromEntries(Object.entries(store).map(([name, value]) => [`BACKUP_${name}`, value]))
    expect(open({ ...backup, BACKUP_PASSPHRASE: 'x'.repeat(16) })).toThrow(/\nBACKUP_S3_ENDPOINT should begin with https/)
    expect(open({ ...s3, S3_ENDPOINT: 'http://127.0.0.1:9000' })).not.toThrow()
    expect(readSettings({ DATABASE_URL: 'postgres://app@db/viatu' }).database?.url).toBe('postgres://app@db/viatu')
  })

  it('start a live shop without M-Pesa and mail, which its owner sets in the panel', () => {
    const none = Object.fromEntries([...Object.keys(mpesa), 'SMTP_URL'].map((name) => [name, '']))
    expect(readSettings({ ...live, ...none })).toMatchObject({ mode: 'live', payments: null, smtpUrl: null })
  })

  it('take the address of the shop in capitals too', () =>
    expect(readSettings({ PUBLIC_URL: 'https://Shop.example.com' }).publicUrl).toBe('https://Shop.example.com'))

  it('send short messages through an account that is whole, or none', () => {
    const sms = { SMS_USERNAME: 'viatu', SMS_API_KEY: 'k', SMS_SENDER_ID: 'VIATU' }
    const account = (env: Record<string, string>) => {
      const { environment, smsBaseUrl } = readSettings(env)
      const values = Object.fromEntries(Object.entries(environment).map(([name, { value }]) => [name, value]))
      return smsOf({ ...initialSettings, ...values }, smsBaseUrl)
    }
    expect(account(live)).toBeNull()
    expect(account({ ...live, ...sms })).toEqual({
      baseUrl: 'https://api.africastalking.com',
      username: 'viatu',
      apiKey: 'k',
      senderId: 'VIATU',
    })
    expect(account({ ...sms, SMS_USERNAME: 'sandbox' })?.baseUrl).toBe('https://api.sandbox.africastalking.com')
    expect(account({ ...sms, SMS_BASE_URL: 'http://127.0.0.1:4000/' })?.baseUrl).toBe('http://127.0.0.1:4000')
    for (const name of [...Object.keys(sms), 'SMS_BASE_URL']) expect(() => readSettings({ [name]: 'https://sms' })).toThrow(/SMS/)
    expect(() => readSettings({ ...live, ...sms, SMS_BASE_URL: 'http://sms.example' })).toThrow('SMS_BASE_URL should begin with https://')
    expect(() => readSettings({ ...sms, SMS_SENDER_ID: 'A very long name' })).toThrow('SMS_SENDER_ID')
    expect(() => readSettings({ ...sms, SMS_API_KEY: 'a\nb' })).toThrow('SMS_API_KEY')
  })

  it('send e-mails from the address of the shop, or from one of their own', () => {
    expect(readSettings({ SHOP_EMAIL: 'hello@shop.example' })).toMatchObject({
      smtpUrl: null,
      environment: { email: { value: 'hello@shop.example' } },
    })
    expect(readSettings({ SMTP_URL: 'smtp://mail:587', MAIL_FROM: 'letters@shop.example' })).toMatchObject({
      smtpUrl: 'smtp://mail:587',
      environment: { mail_from: { variable: 'MAIL_FROM', value: 'letters@shop.example' }, mail_password: { variable: 'SMTP_URL' } },
    })
  })

  it.each([
    [{}, 'local'],
    [{ HOST: '0.0.0.0' }, 'local'],
    [{ HOST: '::' }, 'local'],
    [{ HOST: '::1' }, 'local'],
    [{ HOST: '192.168.1.7' }, 'closed'],
    [{ PUBLIC_URL: 'http://192.168.1.7:3000' }, 'closed'],
    [{ HOST: '0.0.0.0', DEMO_OPEN: '1', PUBLIC_URL: 'http://192.168.1.7:3000' }, 'open'],
    [{ DEMO_OPEN: '0' }, 'local'],
  ])('keep the tools of the demo to this machine unless DEMO_OPEN opens them: %j is %s', (env, access) => {
    expect(readSettings(env).demoAccess).toBe(access)
    expect(() => readSettings({ DEMO_OPEN: 'yes' })).toThrow('DEMO_OPEN should be 0 or 1')
  })

  it('count the proxies in front', () => expect(readSettings({ TRUSTED_PROXY: '2' }).trustedProxies).toBe(2))

  it('pay a till', () => {
    expect(readSettings({ ...mpesa, MPESA_TRANSACTION_TYPE: 'CustomerBuyGoodsOnline', MPESA_TILL: '5123456' }).payments?.settings).toMatchObject({
      transactionType: 'CustomerBuyGoodsOnline',
      till: '5123456',
    })
  })

  it('pay affiliates by hand when nothing of M-Pesa’s payouts is set, and through M-Pesa when all of it is', () => {
    expect(readSettings(mpesa).payments?.settings).toMatchObject({ payouts: null })
    expect(payoutsOf({ ...live, ...payouts })).toEqual({ ...payoutAccount, certificate: payoutAccount.certificate.trim() })
  })

  it('keep files under DATA_DIR, or in a store of which all is set', () => {
    expect(readSettings({}).s3).toBeNull()
    expect(readSettings(s3).s3).toEqual({
      endpoint: 'https://s3.example.com',
      region: 'eu-west-1',
      bucket: 'viatu-files',
      accessKeyId: 'k',
      secretAccessKey: 's',
    })
  })

  it('answer in the chat by search, or by a model of which all is set', () => {
    const model = { baseUrl: 'https://api.example.com/v1', apiKey: 'sk-1', model: 'a-model', dailyTokens: 1_000_000 }
    expect(readSettings({}).assistant).toBeNull()
    expect(readSettings({ ...live, ...assistant }).assistant).toEqual(model)
    expect(readSettings({ ...assistant, ASSISTANT_DAILY_TOKENS: '5000' }).assistant).toEqual({ ...model, dailyTokens: 5000 })
    expect(readSettings({ ...assistant, ASSISTANT_BASE_URL: 'http://10.0.0.7:8000/v1' }).assistant?.baseUrl).toBe('http://10.0.0.7:8000/v1')
    for (const ASSISTANT_BASE_URL of ['http://127.0.0.1:11434/v1', 'http://localhost:11434/v1', 'http://[::1]:11434/v1'])
      expect(readSettings({ ...live, ...assistant, ASSISTANT_BASE_URL }).assistant?.baseUrl).toBe(ASSISTANT_BASE_URL)
  })

  it('take the certificate on one line, or from a file', () => {
    const pemOf = (MPESA_CERTIFICATE: string) => payoutsOf({ ...mpesa, ...payouts, MPESA_CERTIFICATE })?.certificate
    const folder = mkdtempSync(join(tmpdir(), 'certificate-'))
    writeFileSync(join(folder, 'mpesa.cer'), payoutAccount.certificate)
    expect(pemOf(payoutAccount.certificate.replaceAll('\n', '\\n'))).toBe(payoutAccount.certificate)
    expect(pemOf(join(folder, 'mpesa.cer'))).toBe(payoutAccount.certificate.trim())
    rmSync(folder, { recursive: true })
  })

  it.each<[string, Record<string, string>]>([
    ['PORT', { PORT: 'abc' }],
    ['PORT', { PORT: '70000' }],
    ['TRUSTED_PROXY', { TRUSTED_PROXY: 'yes' }],
    ['TRUSTED_PROXY', { TRUSTED_PROXY: '-1' }],
    ['TRUSTED_PROXY', { TRUSTED_PROXY: '1.5' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'shop.example.com' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://example.com/shop' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://someone@example.com' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://x' }],
    ['DATABASE_URL', { DATABASE_OWNER_URL: 'postgres://x/y' }],
    ['DATABASE_DIRECT_URL', { DATABASE_DIRECT_URL: 'postgres://x/y' }],
    ['DATABASE_REPLICA_URL', { DATABASE_REPLICA_URL: 'postgres://x/y' }],
    ['DATABASE_DIRECT_URL', { DATABASE_URL: 'postgres://x/y', DATABASE_DIRECT_URL: 'http://x' }],
    ['SHOP_MODE', { SHOP_MODE: 'prod' }],
    ['APP_SECRET', { APP_SECRET: 'short' }],
    ['PAYOUT_MINIMUM', { PAYOUT_MINIMUM: '9' }],
    ['PAYOUT_MINIMUM', { PAYOUT_MINIMUM: '10.5' }],
    ['REFERRAL_NAMES', { REFERRAL_NAMES: 'none' }],
    ['SHOP_EMAIL', { SHOP_EMAIL: 'nobody' }],
    ['SHOP_WHATSAPP', { SHOP_WHATSAPP: 'call us' }],
    ['SMTP_URL', { SMTP_URL: 'http://mail' }],
    ['SMTP_URL', { SMTP_URL: 'smtp://' }],
    ['MAIL_FROM', { MAIL_FROM: 'Viatu <letters@viatu.example>' }],
    ['MAIL_FROM', { MAIL_FROM: 'a@viatu.example, b@viatu.example' }],
    ['MPESA_SHORTCODE', { ...mpesa, MPESA_SHORTCODE: '12' }],
    ['MPESA_TILL', { ...mpesa, MPESA_TILL: '5123456' }],
    ['MPESA_TILL', { ...mpesa, MPESA_TRANSACTION_TYPE: 'CustomerBuyGoodsOnline' }],
    ['MPESA_TRANSACTION_TYPE', { ...mpesa, MPESA_TRANSACTION_TYPE: 'PayMe' }],
    ['MPESA_CALLBACK_BASE_URL', { ...mpesa, MPESA_CALLBACK_BASE_URL: 'https://mpesa.example.com' }],
    ...Object.keys(s3).map((name): [string, Record<string, string>] => [name, { ...s3, [name]: '' }]),
    ['S3_ENDPOINT', { ...s3, S3_ENDPOINT: 's3.example.com' }],
    ['S3_ENDPOINT', { ...s3, S3_ENDPOINT: 'file:///files' }],
    ['S3_BUCKET', { ...s3, S3_BUCKET: 'Viatu/files' }],
    ...Object.keys(assistant).map((name): [string, Record<string, string>] => [name, { ...assistant, [name]: '' }]),
    ['ASSISTANT_BASE_URL', { ASSISTANT_DAILY_TOKENS: '5000' }],
    ['ASSISTANT_BASE_URL', { ...assistant, ASSISTANT_BASE_URL: 'api.example.com' }],
    ['ASSISTANT_BASE_URL', { ...assistant, ASSISTANT_BASE_URL: 'https://me:secret@api.example.com/v1' }],
    ['ASSISTANT_BASE_URL', { ...assistant, ASSISTANT_BASE_URL: 'https://api.example.com/v1?key=1' }],
    ['ASSISTANT_API_KEY', { ...assistant, ASSISTANT_API_KEY: 'two words' }],
    ['ASSISTANT_DAILY_TOKENS', { ...assistant, ASSISTANT_DAILY_TOKENS: 'many' }],
    ['ASSISTANT_DAILY_TOKENS', { ...assistant, ASSISTANT_DAILY_TOKENS: '1e99' }],
    ['ASSISTANT_DAILY_TOKENS', { ...assistant, ASSISTANT_DAILY_TOKENS: '0' }],
    ['ASSISTANT_BASE_URL', { ...live, ...assistant, ASSISTANT_BASE_URL: 'http://api.example.com/v1' }],
    ['ASSISTANT_BASE_URL', { ...live, ...assistant, ASSISTANT_BASE_URL: 'http://127.0.0.1.example.com/v1' }],
    ...Object.keys(payouts).map((name): [string, Record<string, string>] => [name, { ...mpesa, ...payouts, [name]: '' }]),
    ['MPESA_BASE_URL', payouts],
    ['MPESA_CONSUMER_KEY', { MPESA_BASE_URL: mpesa.MPESA_BASE_URL, MPESA_SHORTCODE: '600123' }],
    ['MPESA_B2C_SHORTCODE', { ...mpesa, ...payouts, MPESA_B2C_SHORTCODE: '12' }],
    ['MPESA_CERTIFICATE', { ...mpesa, ...payouts, MPESA_CERTIFICATE: '/no/such/file' }],
    ['MPESA_CERTIFICATE', { ...mpesa, ...payouts, MPESA_CERTIFICATE: '-----BEGIN CERTIFICATE-----\\nAAAA\\n-----END CERTIFICATE-----' }],
    ...Object.keys(mpesa).map((name): [string, Record<string, string>] => [name, { ...mpesa, [name]: '' }]),
    ['MPESA_BASE_URL', { ...live, MPESA_BASE_URL: 'http://127.0.0.1:3001' }],
    ['MPESA_CALLBACK_BASE_URL', { ...live, MPESA_CALLBACK_BASE_URL: 'http://shop.example.com' }],
    ['PUBLIC_URL', { ...live, PUBLIC_URL: 'http://shop.example.com' }],
    ['PUBLIC_URL', { ...live, PUBLIC_URL: '' }],
    ['TRUSTED_PROXY', { ...live, TRUSTED_PROXY: '' }],
    ['APP_SECRET', { ...live, APP_SECRET: '' }],
    ['DATABASE_OWNER_URL', { ...live, DATABASE_URL: 'postgres://owner@db/viatu' }],
    ['DATABASE_OWNER_URL', { ...live, DATABASE_URL: 'postgres://app@pooler/viatu', DATABASE_DIRECT_URL: 'postgres://app@db/viatu' }],
    ['SMTP_URL', { ...live, SMTP_URL: 'mail.example.com' }],
  ])('name %s when it cannot be', (name, env) => expect(() => readSettings(env)).toThrow(name))
})

const payoutsOf = (env: Record<string, string>) => (readSettings(env).payments as { settings: DarajaSettings } | null)?.settings.payouts
