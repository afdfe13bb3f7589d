/** The topics of chat messages that are not about products. */
export type ChatTopic =
  | 'delivery'
  | 'payment'
  | 'returns'
  | 'ordering'
  | 'cancelling'
  | 'size-guide'
  | 'privacy'
  | 'terms'
  | 'affiliate'
  | 'codes'
  | 'order'
  | 'paid-twice'
  | 'refund'
  | 'contact'
  | 'human'
  | 'thanks'
  | 'greeting'

export interface TopicWords {
  topic: ChatTopic
  /** Each matches alone. */
  words: string[]
  /** Sequences of words that match. */
  phrases?: string[]
  /** The help section about it, and the words to search it for where the message itself finds nothing; none where the reply is written in code. */
  help?: { section: string; words: string }
}

/** Ordered by priority where a message matches several. English, Kiswahili, Sheng; a star marks a prefix. */
export const topics: TopicWords[] = [
  {
    topic: 'paid-twice',
    words: [],
    phrases: list(`
      paid twice, pay twice, paid two times, paid 2 times, paid double, double payment, two payments, nimelipa twice, charged twice,
      charged me twice, charged two times, charged double, double charge, double charged, deducted twice, debited twice, mara mbili, mara 2
    `),
  },
  {
    topic: 'human',
    words: list('human, agent, representative, operator, whatsapp, kuongea, niongee, ongea, mtu, complain*, manager'),
    phrases: list(`
      are you a bot, are you a robot, are you human, are you real, wewe ni robot, talk to a person, talk to someone, talk to somebody, speak to,
      speak with, real person, customer care, customer service, call me, talk to you
    `),
  },
  {
    topic: 'cancelling',
    words: list('cancel, kucancel, nicancel, ghairi, kughairi'),
    phrases: list('change my order, change an order, change the order'),
    help: { section: 'faq', words: 'cancel order' },
  },
  {
    topic: 'refund',
    words: list('refund*, rudishiwa, kurudishiwa, nirudishiwe'),
    phrases: list(`
      money back, want my money, where is my money, return my money, pesa yangu, rudisha pesa, rudisheni pesa, nirudishie pesa,
      nirudishieni pesa
    `),
    help: { section: 'shipping', words: 'When do I get my money back' },
  },
  {
    topic: 'order',
    words: list('track*, oda, late, delayed, imechelewa, zimechelewa, vimechelewa, haijafika, hazijafika, havijafika, nimelipa'),
    phrases: list(`
      already paid, have paid, my order, my parcel, my package, my shoes arrive, my delivery, order yangu, oda yangu, mzigo wangu, viatu vyangu,
      order status, status of order, where is the order, has it been shipped, have you shipped, link to my order
    `),
  },
  {
    topic: 'returns',
    words: list('return*, exchang*, warranty, guarantee, faulty, damaged, defect*, rudisha, kurudisha, nirudishe, badilisha'),
    phrases: list('kubadilisha, wrong size, too small, too big, does not fit, doesnt fit, dont fit, do not fit, haitoshi, havinitoshi'),
    help: { section: 'shipping', words: 'return or exchange shoes' },
  },
  {
    topic: 'codes',
    words: list('coupon*, voucher*, punguz*, nipunguz*, mnipunguz*'),
    phrases: list('discount code, promo code, promotion code, gift card, free shoes, bargain, negotiate, punguza bei, last price, best price'),
  },
  {
    topic: 'payment',
    words: list(`
      pay, paying, payment, payments, paid, mpesa, lipa, kulipa, nalipa, nitalipa, malipo, till, paybill, visa, mastercard, installment*,
      instalment*, airtel, paypal, prompt, stk, credit, checkout
    `),
    phrases: list('m pesa, cash on delivery, on delivery, in cash, by cash, by card, lipa pole pole, my pin, cod'),
    help: { section: 'faq', words: 'pay' },
  },
  {
    topic: 'delivery',
    words: list(`
      deliver*, shipping, shipped, ship, dispatch*, courier, parcel, mnadeliver, mnatuma, mnaleta, mtaleta, kutuma, kuleta, tuma, mnatumanga,
      mnafikisha, letewa, arrive, arrives, usafiri, usafirishaji, pickup, countrywide, upcountry
    `),
    phrases: list('send to, send it to, send them to, how long does it take, how many days, siku ngapi, pick up, collect it, bring it, bring them'),
    help: { section: 'shipping', words: 'deliver' },
  },
  {
    topic: 'size-guide',
    words: list('measure*, chart, conver*, pima, kupima, vipimo, centimet*, cm, inch*'),
    phrases: list(`
      size guide, what size am i, which size am i, my size, which size should, what size should, true to size, half size, between two sizes
    `),
    help: { section: 'size-guide', words: 'size chart measure foot' },
  },
  {
    topic: 'affiliate',
    words: list('affiliat*, referr*, commission*, influencer'),
    phrases: list('earn money, work with you, sell for you, partner with'),
    help: { section: 'faq', words: 'affiliate' },
  },
  {
    topic: 'privacy',
    words: list('privacy, cookie*, gdpr, odpc, data, faragha'),
    phrases: list('store about me, know about me, keep about me, my details, my information, my number safe, delete my account, spam me'),
    help: { section: 'privacy', words: 'store about me data' },
  },
  {
    topic: 'ordering',
    words: [],
    phrases: list(`
      how do i order, how does it work, how does this work, how to order, how can i order, place an order, make an order, how do i buy,
      how to buy, how can i buy, nitaorder aje, naweza order aje, nitanunua aje, naweza nunua aje, need an account, need account
    `),
    help: { section: 'faq', words: 'order' },
  },
  {
    topic: 'terms',
    words: list('terms, conditions, legal, masharti'),
    help: { section: 'terms', words: 'terms' },
  },
  {
    topic: 'contact',
    words: list('location, located, email, contact*, directions, duka*, branch*, physical, showroom, mahali'),
    phrases: list(`
      where are you, where is your, your shop, your store, phone number, your number, namba yenu, namba ya simu, mko wapi, mnapatikana wapi,
      opening hours, what time, are you open, mna open, mko open, saa ngapi, mnafungua, mnafunga, who are you, visit you
    `),
  },
  {
    topic: 'thanks',
    words: list('thank, thanks, asante, shukran, shukrani, bye, kwaheri, thx, tenks'),
  },
  {
    topic: 'greeting',
    words: list('hi, hello, hey, hallo, helo, habari, mambo, sasa, niaje, jambo, hujambo, vipi, salama, shikamoo, morning, evening'),
    phrases: list('good morning, good afternoon, good evening, xaxa, uko poa, can you help, help me, what can you do, i need help'),
  },
]

/** Splits a comma-separated list. */
function list(text: string): string[] {
  return text.trim().split(/,\s+/)
}
