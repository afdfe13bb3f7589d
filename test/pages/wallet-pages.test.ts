import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { completePayout } from '#features/affiliates/wallet/payout-operations.ts'
import { account, signedIn } from '../accounts.ts'
import { boss, earn } from '../affiliates.ts'
import { as, contextOn, rowsOf } from '../checkout.ts'
import { codeOf, paidOut } from '../debtor.ts'
import { newReceipt } from '../scripted-mpesa.ts'
import { usePages } from '../visitor.ts'

const shop = usePages()

/** An affiliate with KSh 500, at their wallet. */
async function atWallet(balance = 500) {
  const who = await account(shop.database, { is_affiliate: true, full_name: 'Achieng Otieno' })
  const { code } = await codeOf(shop.database, who.id)
  if (balance > 0) await earn(shop.database, { code }, balance)
  const visitor = await (await shop.visitAs(who)).open('/affiliate/wallet')
  const form = () => visitor.text('.wallet-pay')
  const payouts = () => rowsOf(shop.database, sql`select amount, status from affiliate_payouts where affiliate_id = ${who.id} order by requested_at`)
  return { ...who, code, visitor, form, payouts }
}

it('a payout is asked for, its number corrected, and read in the history once it is paid', async () => {
  const { id, visitor, form, payouts } = await atWallet()
  expect(visitor.text('.stats')).toMatch(/Available Balance\s*KSh 500\s*Ready to request/)
  expect(visitor.attributes('[name=amount]', 'value'), 'all of it').toEqual(['500'])
  await visitor.press('Request Payout', { 'M-Pesa full name': '' })
  expect([visitor.status, form()]).toEqual([422, expect.stringContaining('Please provide your M-Pesa phone number and full name.')])
  await visitor.press('Request Payout', { 'M-Pesa full name': 'Achieng Otieno' })
  expect(form()).toContain('Your request for KSh 500 is waiting for us. You can ask for the next one when it is settled.')
  expect(visitor.page('.wallet-pay').getByRole('button', { name: 'Request Payout' }).hasAttribute('disabled')).toBe(true)
  await visitor.press('Save', { 'M-Pesa full name': 'Achieng A. Otieno' })
  expect(form()).toContain('Saved')
  expect(await payouts()).toEqual([{ amount: '500.00', status: 'pending' }])
  const [payout] = await rowsOf<{ id: string; name: string }>(
    shop.database,
    sql`select id, mpesa_full_name as name from affiliate_payouts where affiliate_id = ${id}`,
  )
  expect(payout?.name).toBe('Achieng A. Otieno')
  const receipt = newReceipt()
  await completePayout(as(contextOn(shop.database), await boss(shop.database)), payout?.id as string, { receipt })
  await visitor.open('/affiliate/wallet')
  expect(visitor.text('[aria-labelledby=payouts] tbody tr')).toMatch(new RegExp(`\\+254.*M-Pesa ${receipt}KSh 500$`))
  expect(visitor.texts('h2').map((each) => each.replace(/ (10%|last).*/, ''))).toEqual(
    expect.arrayContaining(['Request Payout', 'Payout History', 'Recent Commissions', 'Recent Clicks']),
  )
})

it('a request says what its amount lacks, and keeps what was typed', async () => {
  const { visitor, form, payouts } = await atWallet()
  for (const [amount, words] of [
    ['', 'Write how much you want to be paid, such as 500.'],
    ['all of it', 'Enter the amount in figures, such as 500 or 1,500.'],
    ['10.5', 'Enter whole shillings: M-Pesa pays no cents.'],
    ['0', 'Please enter a valid amount within your available balance.'],
    ['5', 'The smallest payout is KSh 10.'],
    ['-300', 'Please enter a valid amount within your available balance.'],
    ['501', 'Please enter a valid amount within your available balance.'],
  ] as const) {
    await visitor.press('Request Payout', { 'Amount (KSh)': amount })
    expect([amount, visitor.status, form()]).toEqual([amount, 422, expect.stringContaining(words)])
    expect(visitor.attributes('[name=amount]', 'value')).toEqual([amount])
  }
  await visitor.press('Request Payout', { 'Amount (KSh)': 'KSh 500.00' })
  await visitor.press('Cancel this request')
  expect(visitor.text('[aria-labelledby=payouts] tbody tr')).toContain('Cancelled by you')
  expect(visitor.attributes('[name=amount]', 'value')).toEqual(['500'])
  expect(await payouts()).toEqual([{ amount: '500.00', status: 'rejected' }])
})

it('a wallet with too little is closed, and says why', async () => {
  const { visitor, form } = await atWallet(0)
  expect(form()).toContain('Payouts begin at KSh 10, and your balance is KSh 0.')
  expect(visitor.attributes('[name=amount]', 'value')).toEqual([])
  expect(visitor.page('.wallet-pay').getByRole('button', { name: 'Request Payout' }).hasAttribute('disabled')).toBe(true)
})

it('a request says that another one is open, and that a person who is no affiliate any more gets none', async () => {
  const { id, visitor, payouts } = await atWallet()
  const form = { intent: 'payout', amount: '100', mpesa_phone_number: '0712345678', mpesa_full_name: 'Achieng Otieno' }
  await visitor.post('/affiliate/wallet', { ...form, key: 'a key of one tab' })
  await visitor.post('/affiliate/wallet', { ...form, key: 'a key of another tab' })
  expect([visitor.status, visitor.text('.wallet-pay [role=alert]')]).toEqual([
    409,
    'Payout request failed. You already have a payout request that is not settled yet.',
  ])
  expect(visitor.text('.wallet-pay')).toContain('Your request for KSh 100 is waiting for us')
  await shop.database.db.execute(sql`update profiles set is_affiliate = false where id = ${id}`)
  await visitor.post('/affiliate/wallet', { ...form, key: 'a key of a third tab' })
  expect(visitor.address, 'there is no wallet any more').toBe('/dashboard')
  expect(await payouts()).toEqual([{ amount: '100.00', status: 'pending' }])
})

it('a payout to a new number wants the password, and by a program is looked at first', async () => {
  const { id, email, code, password, visitor, form } = await atWallet()
  // The first number ever is asked nothing.
  await shop.database.db.execute(sql`update auth.sessions set created_at = created_at - interval '11 minutes' where user_id = ${id}`)
  await visitor.press('Request Payout')
  await visitor.press('Cancel this request')
  await visitor.press('Request Payout', { 'M-Pesa phone': '0799 999 999' })
  expect([visitor.status, form()]).toEqual([403, expect.stringContaining('Enter your password: this number is not that of your last payout.')])
  expect(visitor.attributes('[name=mpesa_phone_number]', 'value')).toEqual(['0799 999 999'])
  await visitor.press('Request Payout', { 'Your password': 'not-my-password-1' })
  expect(form()).toContain('This is not the password of your account.')
  expect(visitor.html, 'a secret is not sent back').not.toContain('not-my-password-1')
  await visitor.press('Request Payout', { 'Your password': password })
  expect(form()).toContain('Your request for KSh 500 is waiting for us')
  await visitor.press('Cancel this request')

  const { cookie } = await signedIn(contextOn(shop.database), { email, password })
  await shop.database.db.execute(sql`update auth.sessions set created_at = created_at - interval '11 minutes' where user_id = ${id}`)
  const sent = { p_affiliate_id: id, p_amount: 400, p_mpesa_phone_number: '0788 888 888', p_mpesa_full_name: 'Achieng Otieno' }
  expect((await shop.ask('POST', '/api/rpc/request_affiliate_payout', { body: sent, headers: { cookie } })).status).toBe(200)
  await visitor.open('/affiliate/wallet')
  expect(form()).toContain('Your request for KSh 400 is being checked, because it goes to a new number')

  const desk = await (await shop.visitAs(await account(shop.database, { isAdmin: true }))).open(`/admin/payouts?search=${code}`)
  const held = desk.page('.record', 'KSh 400')
  held.getByText('Problem: It goes to another number than the last one, and was asked for without the password')
  expect(held.queryByRole('button', { name: /^Mark Paid/ })).toBeNull()
  const [{ id: payout } = { id: '' }] = await rowsOf<{ id: string }>(
    shop.database,
    sql`select id from affiliate_payouts where affiliate_id = ${id} and status = 'pending'`,
  )
  await desk.post(desk.address, { intent: 'looked', id: payout, note: 'Rang her: it is her number' })
  desk.page('.record', 'KSh 400').getByRole('button', { name: 'Mark Paid: the payout of KSh 400 to Achieng Otieno' })
  expect((await visitor.open('/affiliate/wallet')) && form()).toContain('Your request for KSh 400 is waiting for us')
})

it('the statement has each step with the balance after it, for a period, on paper and as a file', async () => {
  const { who } = await paidOut(shop.database, [544])
  const visitor = await (await shop.visitAs(who)).open('/affiliate/wallet')
  await visitor.follow('Statement')
  expect(visitor.texts('tbody tr').map((each) => each.replace(/^.*?(?=[A-Z][a-z]+ (balance|approved|requested))/, ''))).toEqual([
    'Opening balanceKSh 0',
    expect.stringMatching(/^Commission approved.*\+KSh 544KSh 544$/),
    expect.stringMatching(/^Payout requested.*−KSh 544KSh 0$/),
    ...visitor.texts('tbody tr').slice(3, -1),
    'Closing balanceKSh 0',
  ])
  expect(visitor.text('.statement-paper')).toMatch(/^Viatu\. .*, affiliate code /)
  await visitor.press('Show', { To: '2026-01-31' })
  expect([visitor.text('h2 small'), visitor.text().includes('Commission approved')]).toEqual(['until 31 Jan 2026', false])
  await visitor.open('/affiliate/wallet/statement')
  await visitor.follow('Download as CSV')
  expect(visitor.headers.get('content-disposition')).toContain('viatu-statement.csv')
  expect(visitor.html).toMatch(/,commission approved,Order [0-9a-f]{8},544,544/)
})
