/**
 * What a shop needs before it opens, in the order of the page "Ready to open?". The shop finds out by itself what is done, but for what somebody has to
 * look at (`lookedAt`). Without what is only `advised` an owner may open all the same, who says so.
 */
export const openingSteps = {
  contacts: { title: 'Contacts', todo: 'Enter the phone, WhatsApp and e-mail of the shop: the ones that stand there are examples.', advised: false },
  mail: { title: 'E-mail', todo: 'Enter the mail server, and send yourself a test: receipts and links to sign in go by e-mail.', advised: false },
  mpesa: { title: 'M-Pesa', todo: 'Enter the till or paybill with its keys: it is in force once your own phone has paid KSh 1.', advised: false },
  product: { title: 'A product', todo: 'Add a product with a picture and at least one pair in stock.', advised: false },
  delivery: {
    title: 'Delivery',
    todo: 'See what buyers pay and how long it takes, put right what is not true of your shop, and say so here. At least one delivery option is switched on.',
    advised: false,
  },
  second_factor: { title: 'Two-step sign-in', todo: 'Set up two-step sign-in for your own account, in its profile.', advised: false },
  texts: { title: 'Texts', todo: 'Read the help pages as a buyer will, put right what is not true of your shop, and say so here.', advised: false },
  alerts: {
    title: 'Hear of orders on this phone',
    todo: 'Allow notifications on the phone that you carry: until then a paid order comes by e-mail.',
    advised: true,
  },
  sms: {
    title: 'SMS to buyers',
    todo: "Enter your account at Africa's Talking: without one checkout asks buyers for their e-mail, and those who leave none get no news.",
    advised: true,
  },
  test_order: {
    title: 'A test order',
    todo: 'Buy a pair yourself, cancel the order, and send the money back: so you have seen all of it once.',
    advised: true,
  },
  backup: {
    title: 'Backup',
    todo: 'Ask your technician for a place to keep copies: without one a broken disk takes the shop with it.',
    advised: true,
  },
} as const
/** The steps that are done when somebody says that they have looked, and the words of the button. */
export const lookedAt = { delivery: 'I have looked', texts: 'I have read them' } as const satisfies Partial<Record<keyof typeof openingSteps, string>>

export type OpeningStep = keyof typeof openingSteps

export const openingStepNames = Object.keys(openingSteps) as OpeningStep[]

/** What is not done and keeps the shop closed; `anyway` is an owner's word that the advised steps may wait. */
export function missingForOpening(done: Record<OpeningStep, boolean>, anyway: boolean): OpeningStep[] {
  return openingStepNames.filter((name) => !done[name] && !(anyway && openingSteps[name].advised))
}

/** The same in words: what has to be done, and then what is only advised. */
export function missingWords(missing: OpeningStep[]): string {
  const titles = (advised: boolean) =>
    missing
      .filter((name) => openingSteps[name].advised === advised)
      .map((name) => openingSteps[name].title)
      .join(', ')
  const [needed, advised] = [titles(false), titles(true)]
  if (needed === '') return `${advised}. It is only advised: tick "Open without what is only advised" to do without`
  return advised === '' ? needed : `${needed}; advised as well: ${advised}`
}

/** Hours that the link which claims a shop lives. */
export const claimHours = 24
