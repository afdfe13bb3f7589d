import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { theShop } from '#core/context.ts'
import { isProblem } from '#domain/problem.ts'
import { stemOfKey } from '#domain/storage.ts'
import { shownBy } from '#features/files/file-references.ts'
import { listSettings } from '#features/settings/list-settings.ts'
import { initialSettings } from '#features/settings/setting-fields.ts'
import { changeSettings, type EnvironmentSettings, readShopSettings } from '#features/settings/shop-settings.ts'
import { secretsFrom } from '#server/secrets.ts'
import { entered, goodPassword } from '../../../test/accounts.ts'
import { as, contextOn, rowsOf, secrets } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'
import { storedPicture } from '../../../test/pictures.ts'

const database = useDatabase({ isWalk: true })
const ctx = () => contextOn(database, { actor: theShop })
const inPrivate = 'Enter a mail server on the Internet. One in a private network needs PRIVATE_MAIL_SERVER=1 in the environment of the shop.'
const proof = { password: goodPassword }
const read = (by = secrets, environment: EnvironmentSettings = {}) => readShopSettings(database.db, by, environment)
const refusalOf = (change: Promise<void>) =>
  change.then(
    () => null,
    (error) => (isProblem(error) ? { code: error.code, ...error.details } : error),
  )

beforeEach(() => database.db.execute(sql`delete from shop_settings`))

describe('the settings', () => {
  it('are what a shop is born with until somebody changes them, and again when the field is emptied', async () => {
    expect(await read()).toEqual({ values: initialSettings, variables: {}, unreadable: [], isOpened: false, texts: {} })
    await changeSettings(ctx(), { shop_name: ' Viatu vya Karen ', phone: '0712 345 678', whatsapp: '0712 345 678', payout_minimum: '50' })
    expect((await read()).values).toMatchObject({ shop_name: 'Viatu vya Karen', phone: '0712 345 678', whatsapp: '254712345678', payout_minimum: 50 })
    await changeSettings(ctx(), { shop_name: '', payout_minimum: null })
    expect((await read()).values).toMatchObject({ shop_name: 'Viatu', phone: '0712 345 678', payout_minimum: 10 })
  })

  it.each(['', null, 'as born'])('keep the contacts of a live shop that is open: %j in their place is refused', async (empty) => {
    const given = { phone: '0712 345 678', whatsapp: '254712345678', email: 'us@shop.example' }
    await changeSettings(ctx(), given)
    const emptied = Object.fromEntries((['phone', 'whatsapp', 'email'] as const).map((name) => [name, empty && initialSettings[name]]))
    const live = async (isOpen: boolean) => {
      const { services, ...rest } = ctx()
      const shop = { ...services.shop, demo: null }
      return { ...rest, services: { ...services, shop, opening: { ...services.opening, isOpen }, settings: await read() } }
    }
    expect(await refusalOf(changeSettings(await live(true), emptied))).toMatchObject({
      code: 'bad_input',
      fields: { phone: expect.stringContaining('another one'), whatsapp: expect.any(String), email: expect.any(String) },
    })
    expect((await read()).values).toMatchObject(given)
    await changeSettings(await live(false), emptied)
    // What was never entered stays open to every other change.
    await changeSettings(await live(true), { ...emptied, location: 'Nakuru' })
  })

  it('promise an exchange only once its days are entered, and none at 0', async () => {
    expect((await read()).values.exchange_days).toBe(null)
    for (const days of [7, 0]) {
      await changeSettings(ctx(), { exchange_days: String(days) })
      expect((await read()).values.exchange_days).toBe(days)
    }
  })

  it.each([
    ['instagram_url', '@duka.la.viatu', 'https://instagram.com/duka.la.viatu'],
    ['tiktok_url', '@duka_', 'https://tiktok.com/@duka_'],
    ['facebook_url', 'facebook.com/duka', 'https://facebook.com/duka'],
    ['x_url', ' http://twitter.com/duka ', 'https://twitter.com/duka'],
    ['map_url', 'maps.app.goo.gl/abc123', 'https://maps.app.goo.gl/abc123'],
  ])('read %s %j as the eye does', async (name, typed, stored) => {
    await changeSettings(ctx(), { [name]: typed })
    expect((await read()).values).toMatchObject({ [name]: stored })
  })

  it.each([
    ['instagram_url', '@du ka'],
    ['instagram_url', 'tiktok.com/@duka'],
    ['map_url', 'opposite the stage'],
    ['map_url', 'javascript:alert(1)'],
  ])('refuse %s %j', async (name, typed) => {
    expect(await refusalOf(changeSettings(ctx(), { [name]: typed }))).toMatchObject({ code: 'bad_input', fields: { [name]: expect.any(String) } })
  })

  it('keep a secret encrypted, and out of the audit log', async () => {
    const owner = await entered(database, { isAdmin: true })
    await changeSettings(as(ctx(), owner.actor), { sms_username: 'viatu', sms_api_key: 'atsk_very_secret', sms_sender: 'VIATU' }, proof)
    expect((await read()).values.sms_api_key).toBe('atsk_very_secret')
    const stored = await rowsOf(database, sql`select value, encrypted from shop_settings where name = 'sms_api_key'`)
    expect(stored).toEqual([{ value: null, encrypted: expect.not.stringContaining('secret') }])
    expect(JSON.stringify(await rowsOf(database, sql`select * from audit_log`))).not.toContain('very_secret')
    // Another APP_SECRET says which ones it cannot read; the one of before opens them.
    const other = 'another secret that is long enough'
    expect(await read(secretsFrom(other))).toMatchObject({ values: { sms_api_key: null, sms_sender: 'VIATU' }, unreadable: ['sms_api_key'] })
    expect((await read(secretsFrom(other, 'a secret for tests, long enough'))).values.sms_api_key).toBe('atsk_very_secret')
  })

  it('are listed with who changed them and when, and of a secret only whether it is set', async () => {
    const amina = await entered(database, { full_name: 'Amina Hassan', isAdmin: true })
    await changeSettings(
      as(ctx(), amina.actor),
      { shop_name: 'Viatu vya Karen', mail_server: 'smtp.example.com', mail_user: 'us', mail_password: 'hush' },
      proof,
    )
    const row = async (name: string) => (await listSettings(ctx())).find((each) => each.name === name)
    expect(await row('shop_name')).toMatchObject({
      value: 'Viatu vya Karen',
      is_set: true,
      changed_by: 'Amina Hassan',
      changed_at: expect.any(String),
    })
    expect(await row('mail_password')).toMatchObject({ kind: 'secret', value: null, is_set: true, is_unreadable: false, changed_by: 'Amina Hassan' })
    expect(await row('sms_api_key')).toMatchObject({ kind: 'secret', value: null, is_set: false, changed_at: null })
    const services = { ...ctx().services, secrets: secretsFrom('another secret that is long enough') }
    const unread = (await listSettings({ ...ctx(), services })).find(({ name }) => name === 'mail_password')
    expect(unread).toMatchObject({ value: null, is_set: false, is_unreadable: true })
  })

  it('leave to the environment what it sets', async () => {
    const environment = { shop_name: { variable: 'SHOP_NAME', value: 'Duka' } }
    await changeSettings(ctx(), { shop_name: 'Viatu vya Karen' })
    const inForce = await read(secrets, environment)
    expect(inForce).toMatchObject({ values: { shop_name: 'Duka' }, variables: { shop_name: 'SHOP_NAME' } })
    const set = { ...ctx(), services: { ...ctx().services, settings: inForce } }
    expect(await refusalOf(changeSettings(set, { shop_name: 'Other' }))).toMatchObject({
      fields: { shop_name: 'SHOP_NAME sets this in the environment of the shop, and wins: change it there.' },
    })
  })

  it.each([
    [{ phone: '12345' }, { phone: 'Enter a Kenyan phone number, such as 0712 345 678.' }],
    [{ email: 'no address' }, { email: 'Enter an e-mail address, such as hello@shop.example.' }],
    [{ shop_name: 'x'.repeat(41) }, { shop_name: 'Enter a name of at most 40 characters.' }],
    [{ shop_name: 7 }, { shop_name: 'Enter a name.' }],
    [{ payout_minimum: 9 }, { payout_minimum: 'Enter whole shillings, from 10 to 250000.' }],
    [{ commission_percent: ' ' }, { commission_percent: 'Enter whole per cent, from 0 to 30.' }],
    [{ commission_percent: '0x1e' }, { commission_percent: 'Enter whole per cent, from 0 to 30.' }],
    [{ commission_percent: 31 }, { commission_percent: 'Enter whole per cent, from 0 to 30.' }],
    [{ commission_percent: 7.5 }, { commission_percent: 'Enter whole per cent, from 0 to 30.' }],
    [{ map_url: 'javascript:alert(1)' }, { map_url: 'Enter a web address, such as https://maps.app.goo.gl/abc.' }],
    [{ accent: '#ffc72c' }, { accent: 'Enter a darker colour: the contrast of this one on the violet of notices is 1.2, and text needs 4.5.' }],
    [{ accent: 'red' }, { accent: 'Enter a colour, such as #5b3fa0.' }],
    [
      { instagram_url: 'https://evil.example/viatu' },
      { instagram_url: 'Enter your name there, such as @yourshop, or the address of your page: https://instagram.com/yourshop.' },
    ],
    [
      { facebook_url: 'https://facebook.example/viatu' },
      { facebook_url: 'Enter your name there, such as @yourshop, or the address of your page: https://facebook.com/yourshop.' },
    ],
    [{ logo: '/files/product-images/no' }, { logo: 'Upload the picture to this shop first, then write the address that the upload answered.' }],
    [{ logo: '/files/promotional-images/images/1763680000099.webp' }, { logo: 'This file is not kept here. Please upload it again.' }],
    [{ constructor: 'x' }, { constructor: 'Leave out constructor: there is no such setting.' }],
    [{ sms_username: 'viatu' }, { sms_api_key: 'Enter this as well, or clear the others.', sms_sender: 'Enter this as well, or clear the others.' }],
    [{ mail_user: 'letters' }, { mail_server: 'Enter this as well, or clear the others.' }],
    [{ mail_server: '127.0.0.1' }, { mail_server: inPrivate }],
    [{ mail_server: '169.254.169.254' }, { mail_server: inPrivate }],
    [{ mail_server: 'localhost' }, { mail_server: inPrivate }],
  ])('refuse %j beside its field, and change nothing', async (sent, fields) => {
    expect(await refusalOf(changeSettings(ctx(), { location: 'Mombasa', ...sent }))).toMatchObject({ code: 'bad_input', fields })
    expect((await read()).values.location).toBe('Nairobi')
  })

  it('keep the file of the logo while it is shown', async () => {
    const logo = await storedPicture(database, 'logo')
    const stem = stemOfKey(logo.slice('/files/'.length))
    const removal = () => rowsOf(database, sql`select remove_after is not null as "isDue" from stored_files where stem = ${stem}`)
    await changeSettings(ctx(), { logo, accent: '#B3361B', x_url: 'https://x.com/viatu' })
    expect((await read()).values).toMatchObject({ logo, accent: '#b3361b', x_url: 'https://x.com/viatu' })
    expect(await removal()).toEqual([{ isDue: false }])
    expect(await shownBy(database.db, String(stem))).toBe('shop')
    await changeSettings(ctx(), { logo: null })
    expect(await removal()).toEqual([{ isDue: true }])
  })

  it('tell the second of two people who change one, and take both where they change different ones', async () => {
    const snapshot = { location: 'Nairobi', credit: null }
    await changeSettings(ctx(), { location: 'Mombasa' }, {}, snapshot)
    await changeSettings(ctx(), { credit: 'Achieng' }, {}, snapshot)
    expect(await refusalOf(changeSettings(ctx(), { location: 'Kisumu' }, {}, snapshot))).toMatchObject({
      code: 'changed_meanwhile',
      facts: { now: { location: 'Mombasa' } },
    })
  })

  it('take the password of the owner where letters and SMS go through them, and nothing else does', async () => {
    const owner = as(ctx(), (await entered(database, { isAdmin: true })).actor)
    const account = { sms_username: 'viatu', sms_api_key: 'atsk_hush', sms_sender: 'VIATU' }
    for (const sent of [{ mail_server: 'smtp.example.com' }, { mail_from: 'us@shop.example' }, account]) {
      expect(await refusalOf(changeSettings(owner, sent))).toMatchObject({ code: 'bad_input', fields: { password: 'Enter your password.' } })
      expect(await refusalOf(changeSettings(owner, sent, { password: 'guessed-by-a-thief' }))).toMatchObject({ code: 'wrong_password' })
    }
    // What would be refused anyway comes first: a code counts once.
    expect(await refusalOf(changeSettings(owner, { sms_username: 'viatu' }))).toMatchObject({ fields: { sms_sender: expect.any(String) } })
    expect((await read()).values).toEqual(initialSettings)
    await changeSettings(owner, account, proof)
    await changeSettings(owner, { shop_name: 'Viatu vya Karen' })
    expect((await read()).values).toMatchObject({ ...account, shop_name: 'Viatu vya Karen' })
  })

  it('never keep a password for another server, port or user than it was entered for', async () => {
    const owner = as(ctx(), (await entered(database, { isAdmin: true })).actor)
    const change = (sent: Record<string, unknown>) => refusalOf(changeSettings(owner, sent, proof))
    const account = { mail_server: 'smtp.example.com', mail_user: 'us', mail_password: 'hush' }
    await change({ ...account, sms_username: 'viatu', sms_api_key: 'atsk_hush', sms_sender: 'VIATU' })
    const again = 'Enter it again: the stored one belongs to the earlier server or user.'
    for (const sent of [{ mail_server: 'smtp.thief.example' }, { mail_port: 587 }, { mail_user: 'them' }])
      expect(await change(sent)).toMatchObject({ code: 'bad_input', fields: { mail_password: again } })
    expect(await change({ sms_username: 'them' })).toMatchObject({ fields: { sms_api_key: again } })
    expect((await read()).values).toMatchObject({ ...account, sms_username: 'viatu' })
    expect(await change({ mail_from: 'us@shop.example', ...account })).toBe(null)
    expect(await change({ mail_server: 'smtp.other.example', mail_password: 'other' })).toBe(null)
    expect(await change({ mail_server: 'smtp.third.example', mail_password: null })).toBe(null)
    expect((await read()).values.mail_password).toBe(null)
    // One that this APP_SECRET does not open may be opened by the secret of before.
    await change(account)
    const unreadable = { ...owner, services: { ...owner.services, secrets: secretsFrom('another secret that is long enough') } }
    await changeSettings(unreadable, { mail_server: 'smtp.thief.example', mail_user: null }, proof)
    expect((await read()).values).toMatchObject({ mail_server: 'smtp.thief.example', mail_password: null })
  })

  it('have a mail server of this network where the environment allows it', async () => {
    const owner = as(ctx(), (await entered(database, { isAdmin: true })).actor)
    const services = { ...owner.services, allowsPrivateMail: true }
    await changeSettings({ ...owner, services }, { mail_server: '127.0.0.1' }, proof)
    expect((await read()).values.mail_server).toBe('127.0.0.1')
  })
})
