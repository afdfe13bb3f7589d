import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { anonymous } from '#core/context.ts'
import { resetPassword } from '#features/people/change-password.ts'
import { lookAtVerification, verifyAddress } from '#features/people/email-address.ts'
import { requestRecovery, resendVerification } from '#features/people/email-requests.ts'
import { signIn } from '#features/people/sign-in.ts'
import { signUp } from '#features/people/sign-up.ts'
import { account, device, goodPassword, postOf, refusalOf, tokenOf } from '../../../test/accounts.ts'
import { as, contextOn, later, newPhone, rowsOf } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'

const database = useDatabase({ isWalk: true })
const ctx = () => contextOn(database)
const person = (changes: Record<string, unknown> = {}) => ({
  full_name: 'Wanjiku Kamau',
  email: `${Math.random()}@example.com`,
  phone: newPhone(),
  password: goodPassword,
  ...changes,
})
const profileOf = async (email: string) =>
  (await rowsOf(database, sql`select p.* from profiles p join auth.users u using (id) where email = ${email}`))[0]

describe('signing up', () => {
  it('makes an account whose address has to be proved, and its profile', async () => {
    const sent = person({ email: 'Wanjiku@Example.com', phone: '0712 345 678' })
    const { user } = await signUp(ctx(), sent)
    expect(user.email).toBe('wanjiku@example.com')
    expect(await profileOf('wanjiku@example.com')).toMatchObject({
      id: user.id,
      full_name: 'Wanjiku Kamau',
      phone: '254712345678',
      is_admin: false,
      is_affiliate: false,
      affiliate_code: null,
    })
    const [stored] = await rowsOf<{ password: string }>(database, sql`select password from auth.accounts where user_id = ${user.id}`)
    expect(stored?.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await rowsOf(database, sql`select from auth.sessions where user_id = ${user.id}`)).toEqual([])
    expect((await postOf(database, 'wanjiku@example.com')).map(({ kind }) => kind)).toEqual(['verify-address'])
  })

  it('joins the affiliates when the box is ticked', async () => {
    const { email } = await account(database, { is_affiliate: true })
    expect(await profileOf(email)).toMatchObject({ is_affiliate: true, affiliate_code: expect.stringMatching(/^[2-9A-HJKMNP-Z]{7}$/) })
  })

  it('lets nobody write more of a profile than is theirs', async () => {
    const sent = person({
      is_admin: true,
      affiliate_code: 'MINE23',
      total_commission: 5000,
      id: '00000000-0000-4000-8000-000000000001',
      role: 'admin',
      email_verified: true,
      emailVerified: true,
      two_factor_enabled: true,
    })
    const { user } = await signUp(ctx(), sent)
    expect(user.id).not.toBe('00000000-0000-4000-8000-000000000001')
    expect(await profileOf(sent.email as string)).toMatchObject({ is_admin: false, affiliate_code: null, is_affiliate: false })
    expect(await rowsOf(database, sql`select email_verified, two_factor_enabled from auth.users where id = ${user.id}`)).toEqual([
      { email_verified: false, two_factor_enabled: false },
    ])
  })

  it.each([
    [{ email: 'wanjiku' }, 'email'],
    [{ email: '"a" <b@evil.example>' }, 'email'],
    [{ email: undefined }, 'email'],
    [{ phone: '12345' }, 'phone'],
    [{ phone: undefined }, 'phone'],
    [{ full_name: '' }, 'full_name'],
    [{ full_name: 'Wanjiku\nBcc: all@example.com' }, 'full_name'],
    [{ full_name: 'x'.repeat(201) }, 'full_name'],
    [{ password: undefined }, 'password'],
  ])('refuses %j beside the field', async (changes, field) => {
    const error = await signUp(ctx(), person(changes)).catch((each) => each)
    expect([error.code, Object.keys(error.details.fields)]).toEqual(['bad_input', [field]])
  })

  it.each([
    ['Mambo2026', 'Password must contain at least one special character'],
    ['Tr@nsf3r', 'This password is one of the first that thieves try. Please choose another.'],
  ])('refuses %s with what to do about it: %s', async (password, refusal) => {
    const error = await signUp(ctx(), person({ password })).catch((each) => each)
    expect([error.code, error.details.fields]).toEqual(['weak_password', { password: refusal }])
  })

  it('says that an address is known, in upper and lower case, and sends its owner another link only until it is proved', async () => {
    const { email } = await account(database, { isProved: false })
    expect(await refusalOf(signUp(ctx(), person({ email: email.toUpperCase() })))).toBe('user_already_exists')
    expect((await postOf(database, email)).map(({ kind }) => kind)).toEqual(['verify-address', 'verify-address'])
    await verifyAddress(ctx(), 'verify', { token: await tokenOf(database, email, 'verify-address'), password: goodPassword })
    expect(await refusalOf(signUp(ctx(), person({ email })))).toBe('user_already_exists')
    expect(await postOf(database, email)).toHaveLength(2)
  })

  it('that broke off after the account was made left nothing half done, and is made good by doing it again', async () => {
    const sent = person({ is_affiliate: true })
    const email = sent.email as string
    const { ownerDb } = database
    await ownerDb.execute(sql`create function break_off() returns trigger language plpgsql as 'begin raise exception ''broken off''; end'`)
    await ownerDb.execute(sql`create trigger break_off before update on profiles for each row execute function break_off()`)
    expect(await refusalOf(signUp(ctx(), sent))).not.toBe('not refused')
    expect(await rowsOf({ db: ownerDb }, sql`select from messages where text is null and to_address = ${email}`)).toEqual([])
    await ownerDb.execute(sql`drop function break_off cascade`)
    expect(await profileOf(email)).toMatchObject({ is_affiliate: false })
    expect(await refusalOf(signUp(ctx(), sent))).toBe('user_already_exists')
    expect(await profileOf(email)).toMatchObject({ is_affiliate: true, affiliate_code: expect.any(String) })
    expect((await postOf(database, email)).map(({ kind }) => kind)).toEqual(['verify-address'])
  })

  it('again joins the affiliates for nobody whose address is proved', async () => {
    const { email } = await account(database)
    expect(await refusalOf(signUp(ctx(), person({ email, is_affiliate: true })))).toBe('user_already_exists')
    expect(await profileOf(email)).toMatchObject({ is_affiliate: false })
  })

  it('goes on when somebody has drawn the code before', async () => {
    const { email } = await account(database, { is_affiliate: true })
    const taken = String((await profileOf(email))?.affiliate_code)
    const { ownerDb } = database
    // The first code that is drawn is that one; a sequence is not rolled back.
    await ownerDb.execute(sql`create sequence draws`)
    await ownerDb.execute(sql`grant usage on draws to viatu_app`)
    await ownerDb.execute(
      sql.raw(`create function draw() returns trigger language plpgsql as
        'begin if new.affiliate_code is not null and nextval(''draws'') = 1 then new.affiliate_code := ''${taken}''; end if; return new; end'`),
    )
    await ownerDb.execute(sql`create trigger draw before update on profiles for each row execute function draw()`)
    const sent = person({ is_affiliate: true })
    await signUp(ctx(), sent)
    await ownerDb.execute(sql`drop function draw cascade`)
    expect(await profileOf(sent.email as string)).toMatchObject({ is_affiliate: true, affiliate_code: expect.stringMatching(/^[2-9A-HJKMNP-Z]{7}$/) })
    expect((await profileOf(sent.email as string))?.affiliate_code).not.toBe(taken)
    expect((await postOf(database, sent.email as string)).map(({ kind }) => kind)).toEqual(['verify-address'])
  })

  it('makes one account of ten that come at once', async () => {
    const sent = person()
    const went = await Promise.all(Array.from({ length: 10 }, () => refusalOf(signUp(ctx(), sent))))
    expect(went.sort()).toEqual(['not refused', ...Array(9).fill('user_already_exists')])
    expect(await rowsOf(database, sql`select from auth.users where email = ${sent.email as string}`)).toHaveLength(1)
  })

  it('is limited for a network, and for nobody else', async () => {
    const from = (address: string) => as(ctx(), { ...anonymous, address })
    for (let count = 0; count < 20; count++) await signUp(from('41.90.1.2'), person({ password: 'x' })).catch(() => {})
    expect(await refusalOf(signUp(from('41.90.1.2'), person()))).toBe('not refused')
    await database.db.execute(sql`delete from rate_limits`)
    for (let count = 0; count < 20; count++) await refusalOf(signUp(from('41.90.1.3'), person({ email: 'one@example.com' })))
    expect(await refusalOf(signUp(from('41.90.1.3'), person()))).toBe('too_many')
    expect(await refusalOf(signUp(from('41.90.1.4'), person()))).toBe('not refused')
  })
})

describe('the link of a new account', () => {
  it('opens once, for an hour, and looking at it uses nothing up', async () => {
    const { id, email } = await account(database, { isProved: false })
    const token = await tokenOf(database, email, 'verify-address')
    for (let look = 0; look < 3; look++) await lookAtVerification(ctx(), 'verify', token)
    expect(await refusalOf(verifyAddress(later(ctx(), '61 minutes'), 'verify', { token, password: goodPassword }))).toBe('link_invalid')
    expect(await refusalOf(verifyAddress(ctx(), 'change', { token }))).toBe('link_invalid')
    expect(await verifyAddress(ctx(), 'verify', { token, password: goodPassword })).toEqual({ email })
    expect(await refusalOf(verifyAddress(ctx(), 'verify', { token, password: goodPassword }))).toBe('link_invalid')
    expect(await refusalOf(lookAtVerification(ctx(), 'verify', token))).toBe('link_invalid')
    expect(await rowsOf(database, sql`select email_verified from auth.users where id = ${id}`)).toEqual([{ email_verified: true }])
  })

  it('opens nothing without the password: whoever reads the e-mail lets nobody in who signed up with their address', async () => {
    const { id, email } = await account(database, { isProved: false })
    const token = await tokenOf(database, email, 'verify-address')
    for (const password of [undefined, ''])
      expect(await verifyAddress(ctx(), 'verify', { token, password }).catch((each) => each)).toMatchObject({
        code: 'bad_input',
        details: { fields: { password: 'Enter your password.' } },
      })
    expect(await refusalOf(verifyAddress(ctx(), 'verify', { token, password: 'the-owner-of-the-letter-8' }))).toBe('wrong_password')
    expect(await rowsOf(database, sql`select email_verified from auth.users where id = ${id}`)).toEqual([{ email_verified: false }])
    await requestRecovery(ctx(), { email })
    const recovery = await tokenOf(database, email, 'recover-password')
    await resetPassword(ctx(), { token: recovery, password: 'the-owner-of-the-letter-8' })
    expect(await refusalOf(signIn(ctx(), { email, password: goodPassword }, device))).toBe('invalid_credentials')
    expect(await refusalOf(signIn(ctx(), { email, password: 'the-owner-of-the-letter-8' }, device))).toBe('not refused')
  })

  it('leads to the shop itself, and is kept as a hash only', async () => {
    const { email } = await account(database, { isProved: false })
    const token = await tokenOf(database, email, 'verify-address')
    expect((await postOf(database, email))[0]?.text).toContain(`http://localhost/signin?type=signup&token=${token}`)
    expect(JSON.stringify(await rowsOf(database, sql`select * from auth.links`))).not.toContain(token)
  })

  it('is sent again to whom it may concern; whichever is opened ends the other', async () => {
    const { email } = await account(database, { isProved: false })
    const first = await tokenOf(database, email, 'verify-address')
    await resendVerification(ctx(), { email })
    const second = await tokenOf(database, email, 'verify-address')
    expect(second).not.toBe(first)
    expect(await verifyAddress(ctx(), 'verify', { token: first, password: goodPassword })).toEqual({ email })
    expect(await refusalOf(verifyAddress(ctx(), 'verify', { token: second, password: goodPassword }))).toBe('link_invalid')
    await resendVerification(ctx(), { email })
    expect(await postOf(database, email)).toHaveLength(2)
    expect(await refusalOf(resendVerification(ctx(), { email }))).toBe('too_many')
  })

  it.each(['', 'x', "' or 1=1 --", 'a'.repeat(5000)])('is not %j', async (token) =>
    expect(await refusalOf(verifyAddress(ctx(), 'verify', { token, password: goodPassword }))).toBe('link_invalid'),
  )
})
