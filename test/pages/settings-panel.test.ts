import { describe, expect, it } from 'vitest'
import { account } from '../accounts.ts'
import { shopFacts } from '../checkout.ts'
import { usePages } from '../visitor.ts'

const shop = usePages({ facts: { ...shopFacts, accent: { colour: '#b3361b', hover: '#8f2b16' } } })

const amina = () => account(shop.database, { isAdmin: true, full_name: 'Amina Hassan' })
const visitAsAdmin = async (path = '/admin/settings') => (await shop.visitAs(await amina())).open(path)

describe('the settings', () => {
  it('are changed in groups: what is wrong stands at its field, and nothing typed is lost', async () => {
    const admin = await visitAsAdmin()
    expect(admin.texts('.setting-title')).toEqual(['The shop', 'Contact', 'E-mail', 'SMS', 'Affiliates and exchanges'])
    await admin.press('Save: The shop', { Name: 'Viatu vya Karen', 'Accent colour': '#ffc72c' })
    expect(admin.texts('#shop .field-error')).toEqual([expect.stringMatching(/^Enter a darker colour: the contrast of this one on .* is 1\.2/)])
    await admin.press('Save: The shop', { 'Accent colour': '#b3361b' })
    expect(admin.said()).toContain('Settings saved The shop uses them from now on.')
    expect(admin.page('#shop').getByLabelText('Name')).toHaveProperty('value', 'Viatu vya Karen')
    await admin.press('Save: Contact', { Phone: '12345', Town: 'Kisumu' })
    expect(admin.texts('#contact .field-error')).toEqual(['Enter a Kenyan phone number, such as 0712 345 678.'])
    expect(admin.page('#contact').getByLabelText('Town')).toHaveProperty('value', 'Kisumu')
    // An emptied field is as it was.
    await admin.press('Save: The shop', { Name: '' })
    expect(admin.page('#shop').getByLabelText('Name')).toHaveProperty('value', 'Viatu')
  })

  it('keep a key that is never shown again, once the owner has said who they are', async () => {
    const who = await amina()
    const admin = await (await shop.visitAs(who)).open('/admin/settings')
    await admin.press('Save: SMS', { "User name at Africa's Talking": 'viatu', 'API key': 'atsk_hush', Sender: 'VIATU' })
    expect(admin.texts('#sms .field-error')).toEqual(['Enter your password.'])
    expect(admin.html).not.toContain('atsk_hush')
    await admin.press('Save: SMS', { 'API key': 'atsk_hush', 'Your password': who.password })
    admin.page('#sms').getByText(/^Set on .* by Amina Hassan, and not shown again/)
    admin.page('#sms').getByLabelText('Remove it')
    expect(admin.html).not.toContain('atsk_hush')
    await admin.press('Send a test e-mail to me')
    expect(admin.said()).toContain('Test not sent')
  })

  it('have a colour that the buttons and the browser of every page wear', async () => {
    const shopper = await shop.visit().open('/products')
    expect(shopper.attributes('html', 'style')[0]).toMatch(/--accent: ?#b3361b/)
    expect(shopper.attributes('meta[name=theme-color]', 'content')).toEqual(['#b3361b'])
  })
})

describe('the texts of messages', () => {
  it('are read as they will be, and say what is wrong with them', async () => {
    const admin = await visitAsAdmin()
    await admin.follow('Messages')
    expect(admin.texts('.sheet h2')).toEqual(['To buyers', 'To affiliates'])
    await admin.press('Save: Payout paid', { letter: 'Asante! {amount}' })
    const part = () => admin.texts('.message-part').find((text) => text.includes('Asante!'))
    expect(part()).toContain("Keep {receipt} outside of [ ]: m-pesa's receipt.")
    await admin.press('Save: Payout paid', { letter: 'Asante! {amount}, {receipt}' })
    expect(admin.said()).toContain('Text saved Messages have it from now on.')
    expect(part()).toContain('Asante! KSh 450, QKJ4XT81ZP')
    expect(admin.texts('summary').filter((text) => text.endsWith('Changed'))).toEqual(['Payout paid Changed'])
    await admin.press('Save: Payout paid', { letter: '' })
    expect(admin.texts('summary').filter((text) => text.endsWith('Changed'))).toEqual([])
    expect(admin.texts('[name=sms]').length).toBeGreaterThan(3)
    expect(admin.texts('.field-hint, .hint').filter((text) => /characters with its link: one message\.$/.test(text)).length).toBeGreaterThan(0)
  })
})
