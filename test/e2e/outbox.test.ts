import { describe, it } from 'vitest'
import { queueMail } from '#features/mail/queue-mail.ts'
import { recoverPasswordEmail } from '#features/mail/templates/recover-password-email.ts'
import { shoot } from './browser.ts'
import { examine, expectAccessible, expectRoom } from './examine.ts'
import { useShop } from './shop.ts'

const shop = useShop()

/** A letter of the shop whose button leads to a page that everybody may see. */
async function send(to: string) {
  const facts = { name: 'Viatu', origin: shop.url, phone: '+254 700 000 000', email: 'hello@viatu.example', location: 'Nairobi' }
  await queueMail(shop, {
    to,
    userId: null,
    ...recoverPasswordEmail({ shop: facts, name: 'Wanjiku Kamau', link: `${shop.url}/category/men?token=a1` }),
  })
}

describe('the outbox of the demo', () => {
  it('is found from the ribbon of any page, and takes letters in by itself', async () => {
    const { page, context } = await shop.visit('phone')
    await page.goto(shop.url)
    await shoot(page, 'ribbon', 'screen')
    const opening = context.waitForEvent('page')
    await page.getByRole('link', { name: 'Read the e-mails' }).click()
    const outbox = await opening
    await outbox.getByRole('heading', { name: 'Outbox' }).waitFor()
    await send('wanjiku@example.com')
    await outbox.getByRole('link', { name: 'wanjiku@example.com' }).waitFor()
    await examine(outbox, 'outbox')
  })

  it('shows a letter whose links lead out of its frame, and which runs nothing', async () => {
    const { page } = await shop.visit('desk')
    await send('achieng@example.com')
    await page.goto(`${shop.url}/outbox`)
    await page.getByRole('link', { name: 'achieng@example.com' }).click()
    const button = page.frameLocator('iframe').getByRole('link', { name: 'Set a new password' })
    await button.waitFor()
    await expectAccessible(page, 'the outbox', { except: ['iframe'] })
    await expectRoom(page, 'the outbox')
    await shoot(page, 'outbox-letter')
    await button.click()
    await page.waitForURL(`${shop.url}/category/men?token=a1`)
    await page.goBack()
    await page.locator('pre').getByRole('link').click()
    await page.waitForURL(`${shop.url}/category/men?token=a1`)
  })
})
