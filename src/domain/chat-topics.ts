import { nearWord } from '#domain/near-word.ts'

/**
 * The topics of chat messages that are not about products, by priority where a message matches several. Each has words and phrases of which one is enough, in
 * English, Kiswahili and Sheng (a star marks a prefix); in brackets, the section of the help about it, and the words to search for where the message finds nothing.
 */
const topics = {
  'paid-twice': `paid twice, pay twice, paid two times, paid 2 times, paid double, double payment, two payments, nimelipa twice, charged twice,
    mara mbili, mara 2, charged me twice, charged two times, charged double, double charge*, deducted twice, debited twice`,
  human: `human, agent, representative, operator, whatsapp, kuongea, niongee, ongea, mtu, complain*, manager, are you a bot, are you a robot,
    are you real, real person, wewe ni robot, talk to a person, talk to some*, talk to you, speak to, speak with, customer care, customer service, call me`,
  cancelling: '[faq: cancel order] cancel, kucancel, nicancel, ghairi, kughairi, change my order, change an order, change the order',
  refund: `[shipping: When do I get my money back] refund*, rudishiwa, kurudishiwa, nirudishiwe, money back, want my money, where is my money,
    return my money, pesa yangu, rudisha pesa, rudisheni pesa, nirudishie*`,
  order: `track*, oda, late, delayed, imechelewa, zimechelewa, vimechelewa, haijafika, hazijafika, havijafika, nimelipa, already paid, have paid, deducted, debited,
    my order, my parcel, my package, my shoes arrive, my delivery, order yangu, mzigo wangu, viatu vyangu, order status, status of order,
    where is the order, has it been shipped, have you shipped`,
  returns: `[shipping: return or exchange shoes] return*, exchang*, warranty, guarantee, faulty, damaged, defect*, rudisha, kurudisha, nirudishe,
    badilisha, kubadilisha, wrong size, too small, too big, does not fit, doesnt fit, dont fit, do not fit, haitoshi, havinitoshi`,
  codes: `coupon*, voucher*, punguz*, nipunguz*, mnipunguz*, discount code, promo code, promotion code, gift card, free shoes, bargain, negotiate,
    last price, best price`,
  originals: `[faq: original fake] original*, orijino*, fake*, feki, authentic*, a copy or, first copy, copies of, copies or, it a copy, they copies, these copies, sell copies,
    replica*, legit, they genuine, it genuine, genuine shoes,
    shoes genuine, genuine or`,
  payment: `[faq: pay] pay, paying, payment*, paid, mpesa, lipa, kulipa, nalipa, nitalipa, malipo, till, paybill, visa, mastercard, installment*,
    instalment*, airtel, paypal, prompt, stk, credit, checkout, m pesa, on delivery, in cash, by cash, by card, my pin, cod,
    nikipokea, lipa baadaye`,
  delivery: `[shipping: deliver] deliver*, ship, shipping, shipped, shipment*, dispatch*, courier, parcel, mnadeliver, mnatuma*, mnaleta, mtaleta, kutuma, kuleta, tuma,
    mnafika, mnafikisha, kufikisha, kufika, itafika, zitafika, vitafika, letewa, kuletewa, arrive*, usafiri*, transport, pickup, countrywide, upcountry, send to, send it to, send them to, how long does it take, how many days,
    siku ngapi, pick up, collect it, bring it, bring them`,
  'size-guide': `[size-guide: size chart measure foot] measure*, chart, conver*, pima, kupima, vipimo, centimet*, cm, inch*, size guide,
    what size am i, which size am i, my size, which size should, what size should, true to size, half size, between two sizes`,
  affiliate: '[faq: affiliate] affiliat*, referr*, commission*, influencer, earn money, work with you, sell for you, partner with',
  privacy: `[privacy: store about me data] privacy, cookie*, gdpr, odpc, data, faragha, store about me, know about me, keep about me, my details,
    my information, my number safe, delete my account, spam me`,
  ordering: `[faq: order] how do i order, how does it work, how does this work, how to order, how can i order, place an order, make an order,
    how do i buy, how to buy, how can i buy, nitaorder aje, naweza order aje, nitanunua aje, naweza nunua aje, need an account, need account`,
  terms: '[terms: terms] terms, conditions, legal, masharti',
  contact: `location, located, email, contact*, directions, duka*, branch*, physical, showroom, mahali, where are you, where is your, your shop,
    your store, your address, your hours, phone number, your number, namba yenu, namba ya simu, mko wapi, mnapatikana wapi, opening hours, what time,
    are you open, mna open, mko open, saa ngapi, mnafungua, mnafunga, who are you, visit you`,
  thanks: 'thank, thanks, asante, shukran, shukrani, bye, kwaheri, thx, tenks',
  greeting: `hi, hello, hey, hallo, helo, habari, mambo, sasa, niaje, jambo, hujambo, vipi, salama, shikamoo, morning, evening, good afternoon, xaxa,
    uko poa, can you help, help me, what can you do, i need help`,
}
type ChatTopic = keyof typeof topics

const table = Object.entries(topics).map(([topic, entry]) => {
  const [, section, words, said = ''] = /^(?:\[([\w-]+): (.+)\] )?(.*)$/s.exec(entry) ?? []
  return { topic: topic as ChatTopic, help: section && words ? { section, words } : null, phrases: said.split(/,\s+/) }
})
/** A topic with the help section about it, and the words to search it for; null where there is none. */
export type TopicOfMessage = Pick<(typeof table)[number], 'topic' | 'help'>
/** Topic words that a misspelt word is compared with. Those of `greeting` and `human` are too close to other words to be guessed. */
const guessable = table.flatMap(({ topic, phrases }) =>
  topic === 'greeting' || topic === 'human' ? [] : phrases.map((word) => word.replace('*', '')),
)

/** The topics of a message, the strongest first; empty where it is about shoes or anything else. */
export function topicsOf(message: string): TopicOfMessage[] {
  const about = (words: string[]) => {
    const text = ` ${words.join(' ')} `
    return table.filter(({ phrases }) => phrases.some((phrase) => text.includes(` ${phrase} `.replace('* ', ''))))
  }
  const plain = message.toLowerCase().replace(/['’`]/g, '')
  const words = plain.match(/[\p{L}\d]+/gu) ?? []
  const found = about(words)
  // At most 40 words are guessed: that bounds the work on long messages.
  return found.length > 0 ? found : about([...new Set(words)].slice(0, 40).map((word) => nearWord(word, guessable) ?? ''))
}

/** Topics that the shop answers only in its own words, so that no model states what it did or where an order is. */
export const ownTopics: ReadonlySet<ChatTopic | undefined> = new Set(['paid-twice', 'refund', 'order', 'cancelling'])

const words = new Set(
  `habari mambo niaje jambo hujambo shikamoo salama asante sana tafadhali karibu samahani viatu kiatu raba ndala bei gani ngapi nini wapi lini vipi nani aje je ni na ya za
  la wa cha vya kwa kama lakini au ama nataka natafuta ninataka naomba nahitaji nipate nipe naweza mnaweza mnauza mnayo mna mko kuna iko ziko iliko hii hizi hiyo hivi yangu
  wangu vyangu yenu kulipa nilipe nalipa nimelipa lipa oda mzigo haijafika havijafika nyeusi nyeupe nyekundu kijani kahawia buluu kike kiume wanawake wanaume watoto mtoto
  rangi saizi hapa leo kesho pesa duka mahali punguza punguzo chini juu elfu mnaleta mtaleta mnatuma mnafika hadi mpaka nikipokea baadaye`.split(
    /\s+/,
  ),
)

/** Whether at least half of a text's words are common Kiswahili. */
export function isKiswahili(text: string): boolean {
  const said = text.toLowerCase().match(/\p{L}+/gu) ?? []
  return said.length > 0 && said.filter((word) => words.has(word)).length * 2 >= said.length
}
