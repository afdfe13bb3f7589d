import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { hashScript } from '#web/account/auth-screen.tsx'
import { sessionScript } from '#web/session/session-watch.ts'
import { account, entered, goodPassword, postOf } from '../accounts.ts'
import { codeOf } from '../totp.ts'
import { type PageVisitor, usePages } from '../visitor.ts'

const shop = usePages()
const db = shop.database
const someone = (changes: Parameters<typeof account>[1] = {}) => account(db, changes)
const signIn = (visitor: PageVisitor, email: string, Password = goodPassword) => visitor.press('Sign In', { email, Password })
const notice = (visitor: PageVisitor) => visitor.texts('main .notice b, main .notice p').join(' ')

describe('the screen of signing in', () => {
  const addresses = [
    ['/auth', 'Sign In'],
    ['/signin', 'Sign In'],
    ['/sign-in', 'Sign In'],
    ['/sign', 'Sign In'],
    ['/sign in', 'Sign In'],
    ['/sign-up', 'Sign Up'],
    ['/sign up', 'Sign Up'],
    ['/sign%20up', 'Sign Up'],
    ['/password-reset', 'Set a new password'],
  ] as const

  it.each(addresses)('%s opens %s', async (path, title) => {
    const visitor = await shop.visit().open(path)
    expect([visitor.status, visitor.text('title')]).toEqual([200, `${title} | Viatu`])
    expect(visitor.headers.get('cache-control')).toBe('private, no-store')
  })

  it('is not shown to who is signed in already', async () => {
    const visitor = await shop.visitAs(await someone())
    for (const [path, title] of addresses) if (title !== 'Set a new password') expect((await visitor.open(path)).address, path).toBe('/dashboard')
    expect((await visitor.open('/auth?next=/dashboard/orders')).address).toBe('/dashboard/orders')
  })

  it.each(['/dashboard', '/dashboard/orders', '/affiliate', '/affiliate/wallet', '/dashboard/my-data'])(
    '%s sends strangers there, and back',
    async (path) => {
      const answer = await shop.fetch('GET', path)
      expect([answer.status, answer.headers.get('location')]).toEqual([302, `/auth?next=${encodeURIComponent(path)}`])
      expect(answer.headers.get('cache-control')).toMatch(/no-store/)
    },
  )

  it('leads by phone number to where somebody wanted to go, to the dashboard, and to nothing outside', async () => {
    const who = await someone()
    const visitor = await shop.visit().open('/dashboard/orders')
    expect((await signIn(visitor, who.phone)).address).toBe('/dashboard/orders')
    for (const path of ['/auth', '/auth?next=//evil.example/dashboard'])
      expect((await signIn(await shop.visit().open(path), who.email)).address).toBe('/dashboard')
  })

  it('leads to its other screens, with the way on', async () => {
    const visitor = await shop.visit().open('/auth?next=/dashboard/orders')
    expect((await visitor.follow('Forgot your password?')).address).toBe('/auth?mode=forgot&next=%2Fdashboard%2Forders')
    expect((await visitor.follow('Back to Sign In')).address).toBe('/auth?next=%2Fdashboard%2Forders')
    expect((await visitor.follow('Sign Up', 'nav[aria-label=Account]')).address).toBe('/sign-up?next=%2Fdashboard%2Forders')
    expect((await visitor.follow('Sign In', 'nav[aria-label=Account]')).address).toBe('/auth?next=%2Fdashboard%2Forders')
  })

  it('has fields that password managers fill in', async () => {
    const visitor = await shop.visit().open('/auth')
    expect(visitor.attributes('main input:not([type=hidden])', 'autocomplete')).toEqual(['username', 'current-password'])
    expect(visitor.attributes('main [autocomplete=current-password]', 'type')).toEqual(['password'])
    await visitor.open('/sign-up')
    const fields = ['name', 'tel', 'username', 'new-password', 'new-password', null]
    expect(visitor.attributes('main input:not([type=hidden])', 'autocomplete')).toEqual(fields)
  })
})

describe('signing in', () => {
  it.each([
    ['nothing', '', '', 'Sign in failed', 'You must provide either an email or phone number and a password'],
    ['an unknown e-mail', 'nobody@example.com', 'wrong', 'Invalid credentials', 'Please check your email and password.'],
    [
      'an unknown phone',
      '0712 000 000',
      'wrong',
      'Invalid credentials',
      'Please check your phone number and password, or sign in with your email instead.',
    ],
  ])('with %s is refused in plain words, and keeps the name that was typed', async (_, name, password, title, words) => {
    const visitor = await signIn(await shop.visit().open('/auth'), name, password)
    expect(notice(visitor)).toBe(`${title} ${words}`)
    expect(visitor.attributes('[name=email]', 'value')[0] ?? '').toBe(name)
    expect(visitor.attributes('[name=password]', 'value')[0] ?? '').toBe('')
  })

  it('waits until the address is proved, and sends the link again', async () => {
    const who = await someone({ isProved: false })
    const visitor = await signIn(await shop.visit().open('/auth'), who.email)
    expect(notice(visitor)).toMatch(/^Sign in failed/)
    await visitor.press('Send the link again')
    expect(notice(visitor)).toMatch(/^Check your e-mail If this address is waiting to be confirmed, a new link is on its way\./)
    expect((await postOf(db, who.email)).map(({ kind }) => kind)).toEqual(['verify-address', 'verify-address'])
  })

  it('says after too many tries how long to wait, once', async () => {
    const { email } = await someone()
    const visitor = await shop.visit().open('/auth')
    for (let tries = 0; tries < 6; tries++) await signIn(visitor, email, `something-else-${tries}`)
    expect(notice(visitor)).toMatch(/too many tries to sign in to this account/)
    expect(notice(visitor).match(/wait|try again/g)).toEqual(['wait', 'try again'])
  })

  it('asks for the second factor of who has one, and takes a code from paper as it is typed', async () => {
    const who = await someone({ isAdmin: true })
    const owner = await shop.visitAs(who)
    await owner.open('/dashboard')
    await owner.press('Set up', { 'Your password': goodPassword }, '#second-factor')
    const codes = owner.texts('.backup-code-list li')
    await owner.press('Turn on', { Code: codeOf(owner.attributes('.app-key a', 'href')[0] as string) })
    const visitor = await signIn(await shop.visit().open('/auth?next=/dashboard/orders'), who.email)
    visitor.page('main').getByText(/^Your password is right. Now write the code/)
    await visitor.press('Sign In', { Code: '000000' })
    expect(notice(visitor)).toMatch(/^Wrong code/)
    await visitor.press('Sign In', { Code: ` ${codes[0]?.toLowerCase().replaceAll('-', ' ')}` })
    expect(visitor.address).toBe('/dashboard/orders')
  })

  it('is left by the button of every page', async () => {
    const visitor = await shop.visitAs(await someone())
    await visitor.open('/dashboard')
    expect((await visitor.press('Sign Out')).trail.slice(-2)).toEqual(['POST /sign-out 302', 'GET / 200'])
    expect((await visitor.open('/dashboard')).address).toBe('/auth?next=%2Fdashboard')
  })

  it('changes nothing on the pages that are the same for everybody', async () => {
    const { cookie } = await entered(db)
    const seen = (headers: Record<string, string>) => shop.fetch('GET', '/products', { headers }).then((answer) => answer.text())
    expect(await seen({ cookie })).toBe(await seen({}))
    expect(await seen({}), 'what makes the header right before other scripts come').toContain(sessionScript)
  })
})

describe('signing up', () => {
  const typed = (changes: Record<string, string | boolean> = {}) => {
    const password = (changes.Password ?? goodPassword) as string
    const email = `page-${++people}@example.com`
    return {
      'Full Name': 'Wanjiru Kamau',
      'Phone Number': '0712 345 678',
      Email: email,
      Password: password,
      'Confirm Password': password,
      ...changes,
    }
  }
  let people = 0

  it('says beside each field what is missing', async () => {
    const visitor = await (await shop.visit().open('/sign-up')).press('Sign Up')
    expect(visitor.texts('.field-error')).toEqual([
      'Enter your full name.',
      'Enter your phone number.',
      'Enter your e-mail.',
      'Choose a password.',
      'Enter the password again.',
    ])
  })

  it.each([
    ['a short password', { Password: 'short' }, 'Password must be at least 8 characters long'],
    ['a password that thieves try', { Password: 'password!' }, 'This password is one of the first that thieves try. Please choose another.'],
    ['another confirmation', { 'Confirm Password': 'other' }, "Passwords don't match"],
    ['half an e-mail', { Email: 'achieng@' }, 'Enter the e-mail as name@example.com.'],
    ['half a number', { 'Phone Number': '12' }, 'Enter a Kenyan M-Pesa number, such as 0712 345 678.'],
  ])('with %s says so, and keeps the rest but the passwords', async (_, changes, words) => {
    const sent = typed({ ...changes, 'Join our affiliate program': true })
    const visitor = await (await shop.visit().open('/sign-up')).press('Sign Up', sent)
    expect(visitor.status).toBe(422)
    visitor.page('main').getAllByText(words)
    expect(visitor.attributes('main input:not([type=hidden])', 'value')).toEqual(['Wanjiru Kamau', sent['Phone Number'], sent.Email, '', '', 'yes'])
    expect(visitor.attributes('[name=is_affiliate]', 'checked')).toEqual([''])
  })

  it('with a known e-mail says so, and leads to its two ways on', async () => {
    const who = await someone()
    const visitor = await (await shop.visit().open('/sign-up?next=/dashboard/orders')).press('Sign Up', typed({ Email: who.email }))
    expect(notice(visitor)).toBe(
      "Account Already Exists This email is already registered. Please sign in instead or use the 'Forgot Password' option if you need to reset your password.",
    )
    expect(visitor.attributes('.auth-ways a', 'href')).toEqual(['/auth?next=%2Fdashboard%2Forders', '/auth?mode=forgot&next=%2Fdashboard%2Forders'])
  })

  it('opens an account once its letter is answered with the password', async () => {
    const sent = typed({ 'Join our affiliate program (earn 10% commission)': true })
    const visitor = await (await shop.visit().open('/sign-up')).press('Sign Up', sent)
    expect(notice(visitor)).toMatch(/^Account created! Please check your email to verify your account before signing in\. It goes to page-/)
    expect(notice(visitor)).toContain(sent.Email)
    expect(visitor.texts('main [type=password]')).toEqual([])
    await visitor.open(await linkIn(sent.Email as string))
    expect([visitor.address, visitor.text('h1')]).toEqual(['/auth?mode=confirm', 'Confirm your e-mail'])
    await visitor.press('Confirm and sign in', { Password: 'not-what-was-chosen' })
    expect([visitor.texts('.field-error'), visitor.texts('main .notice')]).toEqual([['This is not the password of your account.'], []])
    await visitor.press('Confirm and sign in', { Password: goodPassword })
    expect([visitor.address, visitor.text('h1')]).toEqual(['/dashboard', 'Welcome, Wanjiru Kamau'])
    const { rows } = await db.db.execute(sql`select is_affiliate from profiles p join auth.users u using (id) where u.email = ${sent.Email}`)
    expect(rows).toEqual([{ is_affiliate: true }])
  })

  it('by a link that was used or made up says so, and sends another', async () => {
    const who = await someone({ isProved: false })
    const visitor = await shop.visit().open('/signin?type=signup&token=nothing')
    expect(notice(visitor)).toMatch(/^Invalid link .* If you have used it already, just sign in\.$/)
    await visitor.press('Send the link again', { Email: who.email })
    expect(notice(visitor)).toMatch(/^Check your e-mail If this address is waiting to be confirmed, a new link is on its way\./)
    const link = await linkIn(who.email)
    const other = await shop.visit().open(link)
    await (await visitor.open(link)).press('Confirm and sign in', { Password: goodPassword })
    expect(visitor.address).toBe('/dashboard')
    await other.press('Confirm and sign in', { Password: goodPassword })
    expect(notice(other)).toMatch(/^Invalid link/)
  })

  it('leads on to where its letter was asked for', async () => {
    const email = 'redirected@example.com'
    const metadata = { full_name: 'Njeri wa Kamau', phone: '+254712345678' }
    await shop.ask('POST', '/api/auth/sign-up', { body: { email, password: goodPassword, redirect: '/dashboard/orders', metadata } })
    const visitor = await shop.visit().open(await linkIn(email))
    expect((await visitor.press('Confirm and sign in', { Password: goodPassword })).address).toBe('/dashboard/orders')
  })
})

describe('a forgotten password', () => {
  const twice = (password: string) => ({ 'New Password': password, 'Confirm New Password': password })

  it('is replaced through the link of a letter, which works once', async () => {
    const who = await someone()
    const visitor = await shop.visit().open('/auth?mode=forgot')
    await visitor.press('Send Reset Email', { Email: who.email })
    expect(notice(visitor)).toMatch(/^Reset email sent! Check your email for password reset instructions\./)
    const link = await linkIn(who.email)
    expect((await visitor.open(link)).address, 'no token where others can read it').toBe('/reset-password')
    await visitor.press('Update Password', twice('kijani-kibichi-7'))
    expect(notice(visitor)).toBe('Password updated successfully You can now sign in with your new password')
    await visitor.follow('Sign In', 'main')
    expect(notice(await signIn(visitor, who.email))).toMatch(/^Invalid credentials/)
    expect((await signIn(visitor, who.email, 'kijani-kibichi-7')).address).toBe('/dashboard')
    expect((await postOf(db, who.email)).at(-1)?.text).toMatch(/\/auth\?mode=forgot/)
    expect(notice(await visitor.open(link))).toBe('Invalid reset link This password reset link is invalid or has expired. Please request a new one.')
    expect((await visitor.follow('Send a new link')).address).toBe('/auth?mode=forgot')
  })

  it.each([
    ['', '', 'Missing information', 'Please fill in both password fields'],
    ['short', 'shorter', "Passwords don't match", 'Please make sure both passwords are identical'],
    ['short', 'short', 'Invalid password', 'Password must be at least 8 characters long'],
    ['longenough', 'longenough', 'Invalid password', 'Password must contain at least one special character'],
  ])('is not replaced by "%s" and "%s": %s', async (password, again, title, words) => {
    const who = await someone()
    await shop.ask('POST', '/api/auth/recover', { body: { email: who.email } })
    const visitor = await shop.visit().open(await linkIn(who.email))
    await visitor.press('Update Password', { 'New Password': password, 'Confirm New Password': again })
    visitor.page('main .notice', title)
    visitor.page('main').getAllByText(words)
  })

  it('has three letters an hour, known or not, and says so after that', async () => {
    const visitor = shop.visit()
    for (let letters = 0; letters < 4; letters++) {
      await visitor.open('/auth?mode=forgot')
      await visitor.press('Send Reset Email', { Email: 'nobody-at-all@example.com' })
      expect(notice(visitor)).toMatch(
        letters < 3 ? /^Reset email sent!/ : /^Reset failed We were asked for several recovery e-mails to this address\./,
      )
    }
  })

  it('leads on to where its letter was asked for', async () => {
    const who = await someone()
    await shop.ask('POST', '/api/auth/recover', { body: { email: who.email, redirect: 'http://localhost/dashboard/orders' } })
    const visitor = await shop.visit().open(await linkIn(who.email))
    await visitor.press('Update Password', twice('kijani-kibichi-7'))
    expect((await visitor.follow('Sign In', 'main')).address).toBe('/auth?next=%2Fdashboard%2Forders')
  })

  it('is replaced on the screen of signing in too, and its browser is let in whatever strangers try', async () => {
    const who = await someone()
    await shop.ask('POST', '/api/auth/recover', { body: { email: who.email } })
    const visitor = await shop.visit().open((await linkIn(who.email)).replace('/reset-password', '/auth'))
    expect([visitor.address, visitor.text('h1')]).toEqual(['/auth?mode=new-password', 'Set a new password'])
    expect(visitor.html, 'links that hide their token behind the hash').toContain(hashScript)
    await visitor.press('Update Password', twice('nyumba-yangu-7'))
    expect(notice(visitor)).toBe('Password updated!')
    for (let tries = 0; tries < 6; tries++) await shop.ask('POST', '/api/auth/sign-in', { body: { email: who.email, password: 'wrong-password' } })
    expect((await signIn(await visitor.open('/auth'), who.email, 'nyumba-yangu-7')).address).toBe('/dashboard')
  })
})

describe('a form that asks for what no form has', () => {
  const inherited = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__', '__defineGetter__', 'isPrototypeOf', '', 'no-such-thing']
  const paths = ['/auth', '/reset-password', '/dashboard', '/affiliate/wallet']

  it.each([...paths.map((path) => [path, ['constructor']] as const), ...paths.map((path) => [`${path}.data`, inherited] as const)])(
    'is refused by %s, and told nothing',
    async (path, intents) => {
      const { cookie } = await entered(db, { is_affiliate: true })
      for (const as of ['', cookie])
        for (const intent of intents) {
          const headers = { cookie: as, origin: 'http://localhost' }
          const answer = await shop.fetch('POST', path, { headers, body: new URLSearchParams({ intent }) })
          const said = await answer.text()
          expect([202, 302, 400, 405], `${path} ${intent}`).toContain(answer.status)
          expect(said).not.toMatch(/postgres:|authSecret|callbackBaseUrl|viatu_app/)
          // The page beside its styles.
          expect(said.replace(/<style[\s\S]*?<\/style>/, '').length).toBeLessThan(40_000)
        }
    },
  )
})

/** What the newest letter to an address leads to. */
async function linkIn(email: string): Promise<string> {
  const { text = '' } = (await postOf(db, email)).at(-1) ?? {}
  const { pathname, search } = new URL(/http\S+token=\S+/.exec(text)?.[0] as string)
  return pathname + search
}
