import { sql } from 'drizzle-orm'
import { renderSVG } from 'uqr'
import { expect, it } from 'vitest'
import { pauseAffiliate } from '#features/affiliates/affiliates.ts'
import { changeCommission } from '#features/affiliates/commission-operations.ts'
import { account } from '../accounts.ts'
import { boss, earn, referred } from '../affiliates.ts'
import { as, contextOn, putOnShelf, tellPaid } from '../checkout.ts'
import { cancelOrder, codeOf, paidOut } from '../debtor.ts'
import { type PageVisitor, usePages } from '../visitor.ts'

const shop = usePages()
const origin = 'http://localhost'

async function newAffiliate() {
  const who = await account(shop.database, { is_affiliate: true, full_name: 'Achieng Otieno' })
  return { ...who, ...(await codeOf(shop.database, who.id)), visitor: await shop.visitAs(who) }
}
const stat = (visitor: PageVisitor, label: string) => visitor.texts('.stat').find((each) => each.includes(label))

it('an affiliate reads what links have brought: figures, orders and commissions', async () => {
  const { visitor, code } = await newAffiliate()
  const [good, bad] = [await referred(shop.database, { code }, 4500), await referred(shop.database, { code }, 2000)]
  await tellPaid(good.ctx, good.attempt)
  const admin = as(contextOn(shop.database), await boss(shop.database))
  await changeCommission(admin, good.commissionId, { status: 'approved' })
  await changeCommission(admin, bad.commissionId, { status: 'rejected', reason: 'Not a real sale' })
  await visitor.open('/affiliate')
  expect(stat(visitor, 'Total Earnings')).toMatch(/KSh 0.*Paid out to you/)
  expect(stat(visitor, 'Approved')).toMatch(/KSh 450/)
  expect(stat(visitor, 'Referrals')).toMatch(/2.*1 paid by other people/)
  visitor.page('main').getByRole('img', { name: /^Orders by day: [12] in all/ })
  expect(visitor.attributes('.affiliate-code input', 'value')).toEqual([code])
  expect(visitor.text('.affiliate-code')).toMatch(/earn you 10% of every order.*A link counts for 30 days.*payouts start at KSh 10\./)
  const orders = visitor.texts('[aria-labelledby=orders] tbody tr')
  expect(orders.join('\n')).toMatch(new RegExp(`Wanjiku Kamau${good.orderId.slice(0, 8)}.*KSh 4,500KSh 450Paid - Ready to Ship`))
  const commissions = visitor.texts('[aria-labelledby=commissions] tbody tr').join('\n')
  expect(commissions).toMatch(/KSh 4,500KSh 450Approved/)
  expect(commissions).toMatch(/KSh 2,000KSh 200RejectedNot a real sale/)
  expect(visitor.text('.figure-numbers tbody tr')).toMatch(/^\d+ \w+.*[12]KSh \d+$/)
})

it('a commission of a cancelled order that was paid out is taken back, and no figure holds it', async () => {
  const { who, orders } = await paidOut(shop.database, [544])
  await cancelOrder(shop.database, orders[0] as string)
  const visitor = await shop.visitAs(who)
  for (const [path, total] of Object.entries({ '/affiliate': 'Total Earnings', '/affiliate/wallet': 'Total Earned' })) {
    await visitor.open(path)
    expect(visitor.text('main .notice')).toMatch(/^Taken back: KSh 544\. Orders were cancelled after/)
    expect(visitor.text('[aria-labelledby=commissions] tbody tr')).toMatch(/Taken back/)
    expect([path, stat(visitor, total)]).toEqual([path, expect.stringMatching(/KSh\s*0(?!\d)/)])
  }
  expect((await visitor.open('/affiliate')).text('[aria-labelledby=orders] tbody tr')).toMatch(/Cancelled$/)
  const desk = await shop.visitAs(await account(shop.database, { isAdmin: true }))
  const { code } = await codeOf(shop.database, who.id)
  expect((await desk.open(`/admin/commissions?search=${code}`)).text('.record')).toMatch(/KSh 544\s?Taken back/)
})

it('an affiliate who is paused reads why, and sees code and links resting', async () => {
  const { id, visitor } = await newAffiliate()
  await pauseAffiliate(as(contextOn(shop.database), await boss(shop.database)), id, true, { reason: 'Clicks that no people made' })
  await visitor.open('/affiliate')
  expect(visitor.text()).toContain('Your affiliate links are paused: Clicks that no people made.')
  expect(visitor.text()).toContain('Your code and your links are resting')
  expect(visitor.text()).not.toMatch(/earn you 10%/)
  expect(visitor.texts('h2 .badge')).toEqual(['Resting', 'Resting'])
})

it('a link is built for any page that can be shared', async () => {
  const { code, visitor } = await newAffiliate()
  await visitor.open('/affiliate')
  const link = (label: string) => visitor.page('main').getByLabelText(label).getAttribute('value')
  expect(link('Your link to the home page')).toBe(`${origin}/?ref=${code}`)
  await visitor.press('Make the link', { 'A page of this shop': `${origin}/products?search=loafer#top` })
  const made = `${origin}/products?search=loafer&ref=${code}`
  expect(link('Your affiliate link')).toBe(made)
  expect(visitor.page('main').getByRole('link', { name: 'Share on WhatsApp' }).getAttribute('href')).toBe(
    `https://wa.me/?text=${encodeURIComponent(`Look at this at Viatu: ${made}`)}`,
  )
  for (const [address, words] of [
    ['https://elsewhere.example/products', 'Paste the address of a page of this shop.'],
    ['/admin', 'Only the home page, lists of shoes and shoes can be shared.'],
    ['', 'Enter the address of a page first'],
  ] as const) {
    await visitor.press('Make the link', { 'A page of this shop': address })
    expect([address, visitor.text('.link-builder')]).toEqual([address, expect.stringContaining(words)])
    expect(visitor.attributes('.link-builder input', 'value'), 'what was typed stays').toEqual([address])
  }
})

it('a code is drawn for the affiliate’s own links into this shop alone', async () => {
  const { code, visitor } = await newAffiliate()
  await visitor.open('/affiliate/qr.svg?address=/products')
  expect(visitor.headers.get('content-type')).toBe('image/svg+xml')
  expect(visitor.html).toBe(renderSVG(`${origin}/products?ref=${code}`, { border: 4, ecc: 'M' }))
  expect((await visitor.open('/affiliate/qr.svg?address=https://elsewhere.example/')).status).toBe(404)
  expect((await shop.fetch('GET', '/affiliate/qr.svg')).status).toBe(302)
})

it('the public page is the same for everybody, and a code in its address does not stay in it', async () => {
  const { code, visitor } = await newAffiliate()
  const { id } = await putOnShelf(shop.database)
  const [theirs, plain] = [(await visitor.open(`/product/${id}`)).html, (await shop.visit().open(`/product/${id}`)).html]
  expect(theirs).toBe(plain)
  const shared = await shop.visit().open(`/product/${id}?ref=${code}`)
  expect(shared.html).toContain(`<link rel="canonical" href="${origin}/product/${id}"/>`)
  expect(shared.html).not.toContain(code)
})

it('a click of an unknown code is nobody’s, and leaves no cookie', async () => {
  const sent = { affiliate_code: 'NOBODY22', referrer_url: null }
  const answer = await shop.ask('POST', '/api/affiliate_clicks', { body: sent, headers: { origin } })
  expect(answer.body).toEqual({ recorded: false, affiliate: null })
  expect(answer.headers.getSetCookie().join()).not.toContain('viatu-ref')
})

it('lists say when there is nothing in them, and have no other names', async () => {
  const { visitor } = await newAffiliate()
  expect((await visitor.open('/affiliate')).texts('.empty-note')).toEqual(['No referral orders yet', 'No commissions yet'])
  expect((await visitor.open('/affiliate/wallet')).texts('.empty-note')).toEqual(['No payouts yet', 'No commissions yet', 'No clicks yet'])
  expect((await visitor.open('/affiliate/orders')).texts('.empty-note')).toEqual(['No referral orders yet'])
  for (const path of ['/affiliate/nothing', '/affiliate/constructor']) expect([path, (await visitor.open(path)).status]).toEqual([path, 404])
})

it('a long list goes on page by page, from the newest', async () => {
  const { id, visitor } = await newAffiliate()
  await shop.database.db.execute(sql`
    insert into affiliate_clicks (affiliate_id, visitor_id, clicked_at, day, referrer_url)
    select ${id}, gen_random_uuid(), now() - make_interval(mins => n), (now() at time zone 'Africa/Nairobi')::date, 'https://wa.me/'
    from generate_series(1, 60) n`)
  await visitor.open('/affiliate/wallet')
  expect(visitor.texts('[role=group][aria-label="Recent Clicks"] tbody tr')).toHaveLength(50)
  await visitor.follow('Show all of Recent Clicks')
  expect(visitor.text('nav[aria-label=Dashboard] [aria-current=page]'), 'where the list belongs').toBe('Wallet')
  const times: string[][] = []
  for (const count of [24, 24, 12]) {
    if (times.length > 0) await visitor.follow(/Load more/)
    expect(visitor.texts('tbody tr')).toEqual(Array(count).fill(expect.stringMatching(/wa\.meThe shopNo$/)))
    times.push(visitor.attributes('tbody time', 'datetime') as string[])
  }
  expect(times.flat()).toEqual([...new Set(times.flat())].sort().reverse())
  expect(visitor.page('main').queryByRole('link', { name: /Load more/ })).toBeNull()
  expect((await visitor.follow('Back to the newest clicks')).attributes('tbody time', 'datetime')).toEqual(times[0])
})

it('what was earned stands in the panel beside the affiliate', async () => {
  const { code } = await newAffiliate()
  await earn(shop.database, { code }, 500)
  const desk = await shop.visitAs(await account(shop.database, { isAdmin: true }))
  await desk.open(`/admin/affiliates?search=${code}`)
  expect(desk.text('tbody tr')).toMatch(new RegExp(`^Achieng Otieno${code}0KSh 500KSh 500Commissions of Achieng OtienoOrders of`))
})
