import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { account, goodPassword, postOf, tokenOf } from '../accounts.ts'
import { commissionRowOf, referred } from '../affiliates.ts'
import { tellPaid } from '../checkout.ts'
import { codeOf } from '../totp.ts'
import { type PageVisitor, usePages } from '../visitor.ts'

const shop = usePages()
const db = shop.database
const someone = (changes: Parameters<typeof account>[1] = {}) => account(db, changes)
const errors = (visitor: PageVisitor, row = 'body') => visitor.texts(`${row} .field-error`)
/** The part of the account with this title, such as `Password`. */
const part = (visitor: PageVisitor, title: string) => visitor.page('details.fold', title)
const notice = (visitor: PageVisitor) => visitor.texts('main .notice b, main .notice p').join(' ')
const rowValue = (visitor: PageVisitor, title: string) =>
  visitor
    .texts('details.fold summary > span:first-child')
    .find((text) => text.startsWith(title))
    ?.slice(title.length)
const isOpen = async (visitor: PageVisitor) => (await visitor.open('/dashboard')).address === '/dashboard'

/** On the profile, and signed in. */
async function at(changes: Parameters<typeof account>[1] = {}) {
  const who = await someone(changes)
  const visitor = await shop.visitAs(who)
  await visitor.open('/dashboard')
  return { who, visitor }
}

describe('the dashboard', () => {
  it.each<[string, string, Parameters<typeof account>[1], string[], string[]]>([
    ['a', 'shopper', {}, ['Profile', 'My Orders'], ['/dashboard', '/dashboard/orders', '/dashboard', '/dashboard']],
    [
      'an',
      'affiliate',
      { is_affiliate: true },
      ['Profile', 'My Orders', 'Affiliate', 'Wallet'],
      ['/dashboard', '/dashboard/orders', '/affiliate', '/affiliate/wallet'],
    ],
    ['an', 'admin', { isAdmin: true }, ['Profile', 'My Orders'], ['/dashboard', '/dashboard/orders', '/dashboard', '/dashboard']],
  ])('of %s %s has the tabs that they may open, and is kept by nobody', async (_a, _who, changes, tabs, addresses) => {
    const { visitor } = await at({ full_name: 'Njeri wa Kamau', ...changes })
    expect(visitor.text('h1')).toBe('Welcome, Njeri wa Kamau')
    expect(visitor.texts('nav[aria-label=Dashboard] a')).toEqual(tabs)
    for (const [index, path] of ['/dashboard', '/dashboard/orders', '/affiliate', '/affiliate/wallet'].entries()) {
      expect((await visitor.open(path)).address).toBe(addresses[index])
      expect(visitor.headers.get('cache-control')).toBe('private, no-store')
      expect(visitor.attributes('nav[aria-label=Dashboard] [aria-current=page]', 'href')).toEqual([addresses[index]])
    }
  })

  it('says where a session ended before a form was sent, and leads back to its page', async () => {
    const { who, visitor } = await at()
    const end = () => db.db.execute(sql`delete from auth.sessions where user_id = ${who.id}`)
    await end()
    await visitor.press('Update Profile', { 'Delivery Address': 'Moi Avenue 12, Nairobi' })
    expect(visitor.text('main .notice')).toBe('Your session ended. What you wrote was not sent. Sign in to return to its page.')
    await visitor.press('Sign In', { email: who.email, Password: goodPassword })
    expect(visitor.address).toBe('/dashboard')
    await end()
    await visitor.open('/dashboard')
    expect([visitor.text('h1'), visitor.texts('main .notice')], 'who only comes by is told nothing').toEqual(['Sign In', []])
  })
})

describe('the profile', () => {
  it('is not changed where something is wrong, which is said beside its field', async () => {
    const { visitor } = await at()
    expect(visitor.attributes('[name=address]', 'placeholder')).toEqual(['Enter your delivery address'])
    await visitor.press('Update Profile', { 'Full Name': '', 'Phone Number': '12', 'Delivery Address': 'Kimathi Street 4, Nairobi' })
    expect([visitor.status, errors(visitor)]).toEqual([400, ['Enter your full name.', 'Enter a Kenyan M-Pesa number, such as 0712 345 678.']])
    expect([visitor.attributes('[name=full_name], [name=phone]', 'value'), visitor.text('[name=address]')]).toEqual([
      ['', '12'],
      'Kimathi Street 4, Nairobi',
    ])
  })

  it('is changed, and greets by the new name', async () => {
    const { visitor } = await at()
    const sent = { 'Full Name': 'Wanjiku wa Kamau', 'Phone Number': '0722 111 222', 'Delivery Address': 'Kimathi Street 4, Nairobi' }
    await visitor.press('Update Profile', sent)
    visitor.page('[role=status]', 'Profile updated')
    expect(visitor.text('h1')).toBe('Welcome, Wanjiku wa Kamau')
    await visitor.open('/dashboard')
    expect(visitor.attributes('[name=full_name], [name=phone]', 'value')).toEqual(['Wanjiku wa Kamau', '+254 722 111 222'])
    expect(visitor.text('[name=address]')).toBe('Kimathi Street 4, Nairobi')
  })

  it('leads shoppers to the affiliates, with a code of their own', async () => {
    const { visitor } = await at()
    visitor.page('.join-affiliates', 'Earn 10% commission on every sale you refer')
    await visitor.press('Join now')
    expect(visitor.address).toBe('/affiliate')
    expect((visitor.page().getByLabelText('Affiliate code') as unknown as HTMLInputElement).getAttribute('value')).toMatch(/^\w{6,12}$/)
    await visitor.follow('Profile')
    expect(visitor.texts('.join-affiliates')).toEqual([])
  })
})

describe('the account', () => {
  it('gives out all that is held', async () => {
    const { who, visitor } = await at({ full_name: 'Njeri Otieno' })
    await visitor.follow('Download my data')
    expect(visitor.headers.get('content-disposition')).toBe('attachment; filename="viatu-my-data.json"')
    expect(JSON.parse(visitor.html)).toMatchObject({ account: { email: who.email }, profile: { full_name: 'Njeri Otieno' }, orders: [] })
  })

  it('names the devices, and signs out one of them, or all others', async () => {
    const { who, visitor } = await at()
    const others = [await shop.visitAs(who), await shop.visitAs(who), await shop.visitAs(who)]
    await visitor.open('/dashboard')
    expect(rowValue(visitor, 'Signed-in devices')).toBe('4')
    const devices = visitor.texts('.devices li').map((words) => [words.includes('This device'), words.includes('Last seen a few minutes ago')])
    expect(devices).toEqual([[true, false], ...others.map(() => [false, true])])
    await visitor.press('Sign out Unknown device')
    expect(visitor.texts('.devices li')).toHaveLength(3)
    expect((await Promise.all(others.map(isOpen))).filter(Boolean)).toHaveLength(2)
    await visitor.press('Sign out everywhere else')
    expect(visitor.texts('.devices li')).toHaveLength(1)
    expect(await Promise.all(others.map(isOpen))).toEqual([false, false, false])
    expect(await isOpen(visitor)).toBe(true)
    expect(visitor.page().queryByRole('button', { name: 'Sign out everywhere else' })).toBeNull()
  })
})

describe('the password', () => {
  const fields = (current: string, next: string, again = next) => ({
    'Current password': current,
    'New password': next,
    'New password again': again,
  })

  it.each([
    ['the old one is wrong', fields('not this one', 'mbio-mpya-9'), 'This is not the password of your account.'],
    ['the two differ', fields(goodPassword, 'mbio-mpya-9', 'mbio-mpya-8'), "Passwords don't match"],
    ['the new one is weak', fields(goodPassword, 'mbio'), 'Password must be at least 8 characters long'],
  ])('stays where %s', async (_, sent, words) => {
    const { visitor } = await at()
    await visitor.press('Change password', sent)
    expect(errors(visitor)).toEqual([words])
    part(visitor, 'Password')
    expect(visitor.attributes('details.fold[open] summary b', 'class')).toHaveLength(1)
    expect(visitor.attributes('[name=username]', 'autocomplete'), 'for password managers').toEqual(['username'])
  })

  it('is changed, and keeps this device signed in alone', async () => {
    const { who, visitor } = await at()
    const other = await shop.visitAs(who)
    await visitor.press('Change password', fields(who.password, 'mbio-mpya-9'))
    visitor.page('[role=status]', 'Password updated! All other devices were signed out.')
    expect([await isOpen(visitor), await isOpen(other)]).toEqual([true, false])
    expect(await isOpen(await shop.visitAs({ ...who, password: 'mbio-mpya-9' }))).toBe(true)
  })
})

describe('the e-mail', () => {
  it.each([
    ['is no address', () => 'njeri at example', goodPassword, 'Enter the e-mail as name@example.com.'],
    ['is the old one', (own: string) => own, goodPassword, 'This is your e-mail already. Enter another one.'],
    ['is asked for by somebody without the password', () => 'other@example.com', 'wrong', 'This is not the password of your account.'],
  ])('stays where the new one %s', async (_, emailOf, password, words) => {
    const { who, visitor } = await at()
    await visitor.press('Send the link', { 'New e-mail': emailOf(who.email), 'Your password': password })
    expect([errors(visitor), visitor.attributes('[name=email]', 'value')]).toEqual([[words], [emailOf(who.email)]])
    expect(rowValue(visitor, 'E-mail')).toBe(who.email)
  })

  it('is changed by the link in the new mailbox, and stays until then', async () => {
    const { who, visitor } = await at()
    const email = `new-${who.email}`
    await visitor.press('Send the link', { 'New e-mail': email, 'Your password': goodPassword })
    visitor.page('[role=status]', `We sent a link to ${email}. Your address changes when you open it; until then you sign in with the old one.`)
    expect(rowValue(visitor, 'E-mail')).toBe(who.email)
    await visitor.open(`/signin?type=email_change&token=${await tokenOf(db, email, 'confirm-new-address')}`)
    await visitor.press('Confirm my e-mail')
    expect(notice(visitor)).toBe(`Your e-mail is confirmed. From now on you sign in with ${email}.`)
    await visitor.follow('Dashboard', 'main')
    expect(rowValue(visitor, 'E-mail')).toBe(email)
    expect((await postOf(db, who.email)).at(-1)?.kind).toBe('address-changed')
  })

  it('of a link that was used says so, and leads to where another is asked for', async () => {
    const { visitor } = await at()
    await visitor.open('/signin?type=email_change&token=used')
    expect(notice(visitor)).toMatch(/^Invalid link Your e-mail address has not changed, unless you have used this link already\./)
    expect((await visitor.follow('Dashboard', 'main')).address).toBe('/dashboard')
  })
})

describe('a second factor', () => {
  it('is set up with a picture, a key and ten codes for paper, and asked for from then on', async () => {
    const { who, visitor } = await at()
    expect(rowValue(visitor, 'Two-step sign-in')).toBe('Off')
    await visitor.press('Set up', { 'Your password': 'wrong' }, '#second-factor')
    expect(errors(visitor)).toEqual(['This is not the password of your account.'])
    await visitor.press('Set up', { 'Your password': goodPassword }, '#second-factor')
    const [uri = ''] = visitor.attributes('.app-key a', 'href')
    const codes = visitor.texts('.backup-code-list li')
    expect([uri?.slice(0, 15), codes.length, visitor.attributes('.app-key img', 'alt')]).toEqual([
      'otpauth://totp/',
      10,
      ['QR code of the key below'],
    ])
    expect(visitor.text('.setup-key').replaceAll(' ', '')).toBe(new URL(uri as string).searchParams.get('secret'))
    const [file] = visitor.attributes('.backup-codes a', 'href')
    expect(decodeURIComponent(file as string)).toContain(
      `Viatu, ${who.email}: codes for paper\r\nEach opens the account once.\r\n\r\n${codes.join('\r\n')}`,
    )
    await visitor.press('Turn on', { Code: codeOf(uri as string) })
    expect(rowValue(visitor, 'Two-step sign-in')).toBe('On')
    part(visitor, 'Delete my account').getByLabelText('Code of your app, or one from paper')
    const again = await (await shop.visit().open('/auth')).press('Sign In', { email: who.email, Password: goodPassword })
    again.page('main').getByLabelText('Code')

    await visitor.press('Turn off', { 'Your password': goodPassword })
    expect(errors(visitor)).toEqual(['Enter the code.'])
    await visitor.press('Turn off', { 'Your password': goodPassword, 'Code of your app, or one from paper': (codes[0] as string).toLowerCase() })
    expect(rowValue(visitor, 'Two-step sign-in')).toBe('Off')
    expect(await isOpen(await shop.visitAs(who))).toBe(true)
  })
})

describe('deleting an account', () => {
  const sent = { 'Type DELETE to confirm': 'DELETE', 'Your password': goodPassword }

  it.each([
    ['without the word', { ...sent, 'Type DELETE to confirm': 'delete' }, 'Enter DELETE, in capital letters.'],
    ['without the password', { ...sent, 'Your password': `${goodPassword}x` }, 'This is not the password of your account.'],
  ])('is refused %s, and keeps the word that was typed', async (_, typed, words) => {
    const { visitor } = await at()
    await visitor.press('Delete my account', typed)
    expect(errors(visitor)).toEqual([words])
    const named = (name: string) => visitor.attributes(`details.fold[open] [name=${name}]`, 'value')
    expect([named('word'), named('password')]).toEqual([[typed['Type DELETE to confirm']], [null]])
  })

  it('leaves nobody signed in', async () => {
    const { who, visitor } = await at()
    await visitor.press('Delete my account', sent)
    expect(visitor.text('h1')).toBe('Your account is deleted')
    expect(await isOpen(visitor)).toBe(false)
    const { rows } = await db.db.execute(sql`select full_name, deleted_at is not null as gone from profiles where id = ${who.id}`)
    expect(rows).toEqual([{ full_name: '', gone: true }])
  })

  it('names what an affiliate gives up with the account, and asks for a tick', async () => {
    const { who, visitor } = await at({ is_affiliate: true })
    const { rows } = await db.db.execute<{ code: string }>(sql`select affiliate_code as code from profiles where id = ${who.id}`)
    const { ctx, attempt, orderId } = await referred(db, rows[0] as { code: string }, 8990)
    await tellPaid(ctx, attempt)
    await visitor.open('/dashboard')
    part(visitor, 'I give up KSh 899 that I earned: pending commissions, and what is left in my wallet.')
    await visitor.press('Delete my account')
    expect(errors(visitor)).toEqual(['Confirm that you give up KSh 899.', 'Enter DELETE, in capital letters.', 'Enter your password.'])
    await visitor.press('Delete my account', sent)
    expect(errors(visitor)).toEqual(['Confirm that you give up KSh 899.'])
    await visitor.press('Delete my account', { ...sent, forfeit: true })
    expect(visitor.text('h1')).toBe('Your account is deleted')
    expect(await commissionRowOf(db, orderId)).toMatchObject({ status: 'rejected', reason: 'The affiliate deleted their account' })
  })
})
