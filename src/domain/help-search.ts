import type { HelpPiece, HelpSection } from '#domain/help-sections.ts'
import { nearWord } from '#domain/near-word.ts'
import { cutText } from '#domain/plain-text.ts'

interface HelpFind {
  section: HelpSection
  piece: HelpPiece
}

/** The pieces of the help that answer a question, best first, at most three; none when nothing does. */
export function searchHelp(sections: HelpSection[], question: string): HelpFind[] {
  const entries = sections.flatMap((section) => section.pieces.map((piece) => entryOf(section, piece)))
  const known = new Map<string, number>()
  for (const { all } of entries) for (const word of all) known.set(word, (known.get(word) ?? 0) + 1)
  const asked = askedIn(question, known)
  const strange = asked.filter((word) => !known.has(word)).length
  const rareness = (word: string) => Math.log(1 + entries.length / (known.get(word) ?? entries.length))

  const found = entries.flatMap(({ find, title, above, all }) => {
    const met = asked.filter((word) => all.has(word))
    const isTold = met.some((word) => title.has(word)) || met.length === asked.length
    // An answer must have this share of the question's words; those that the help does not have at all count half.
    if (met.length === 0 || !isTold || met.length / (asked.length - strange / 2) < 0.4) return []
    const score = met.reduce((sum, word) => sum + rareness(word) * (1 + (title.has(word) ? 2 : 0) + (above.has(word) ? 0.5 : 0)), 0)
    return { find, score }
  })
  const [best, ...others] = found.sort((a, b) => b.score - a.score)
  return best ? [best, ...others.slice(0, 2).filter(({ score }) => score >= best.score / 2)].map(({ find }) => find) : []
}

/** The words of a piece: of its title with its anchor, which often uses another word; of the section's title above it; and all with its text. */
function entryOf(section: HelpSection, piece: HelpPiece) {
  const above = new Set(termsOf(section.title))
  const title = piece.title === null ? above : new Set(termsOf(`${piece.title} ${piece.anchor.slice(section.slug.length)}`))
  return { find: { section, piece }, title, above, all: new Set([...title, ...above, ...termsOf(piece.text)]) }
}

/** The search terms of a question. A word that the help does not contain is replaced by the nearest known one within one or two typos. */
function askedIn(question: string, known: Map<string, number>): string[] {
  const candidates = [...known.keys(), ...synonyms.keys()].filter((word) => word.length > 3)
  const asked = termsOf(question.slice(0, 500)).map((word) => {
    if (known.has(word) || word.length < 4 || /\d/.test(word)) return word
    const near =
      nearWord(
        word,
        candidates.filter(([first]) => first === word[0]),
      ) ?? word
    return synonyms.get(near) ?? near
  })
  return [...new Set(asked)]
}

/** At most about 320 characters of a text: its first line and the lines with most words of the question. */
export function excerptOf(text: string, question: string): string {
  if (text.length <= longest) return text
  const asked = new Set(termsOf(question.slice(0, 500)))
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const scored = lines.map((line, at) => ({ line, at, says: new Set(termsOf(line).filter((word) => asked.has(word))).size + (at === 0 ? 1 : 0) }))
  const chosen = new Set<string>()
  let room = longest
  for (const { line } of scored.toSorted((a, b) => b.says - a.says || a.at - b.at)) {
    if (line.length > room && chosen.size > 0) continue
    chosen.add(line)
    room -= line.length + 1
  }
  const short = lines.filter((line) => chosen.has(line)).join('\n')
  return short.length <= longest + 80 ? short : cutText(short, longest)
}
const longest = 320

/** The terms of a text: stemmed, synonyms unified, stop words removed. */
export function termsOf(text: string): string[] {
  const words = text
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/m-pesa/g, 'mpesa')
    .replace(/airtel money/g, 'airtel')
    .match(/[\p{L}\p{N}]+/gu)
  return (words ?? []).filter((word) => !fillers.has(word)).map((word) => synonyms.get(word) ?? synonyms.get(stem(word)) ?? stem(word))
}

function stem(word: string): string {
  if (word.length < 5) return word.replace(/(?<=..)s$/, '')
  return word.replace(/(ies|ied)$/, 'y').replace(/(ing|ed|es|s)$/, '')
}

/** Synonyms in English, Kiswahili and Sheng; each line maps to its first word. */
const synonyms = new Map(
  [
    'deliver delivery deliveries ship shipping shipment send sending bring courier rider transport leta kuleta mnaleta mnadeliver peleka mnapeleka tuma mnatuma usafirishaji nitapata napata fika itafika inafika nikipokea ikifika zikifika vikifika',
    'fee cost charge much bei ngapi gharama free',
    'pay payment paying paid lipa kulipa nalipa nitalipa malipo checkout mpesa',
    'return exchange swap replace rudisha kurudisha narudisha badilisha kubadilisha nibadilishe mbaya wrong',
    'refund marejesho rudishiwa nirudishiwe',
    'size sizes sizing fit fits saizi kipimo small big large tight loose kubwa ndogo',
    'measure measuring pima kupima',
    'foot feet mguu miguu toe',
    'time day days long soon fast quick when lini siku muda haraka',
    'where track tracking status wapi',
    'order orders oda agiza kuagiza buy buying bought nunua kununua',
    'cancel kucancel nicancel ghairi kughairi futa',
    'account akaunti register login',
    'affiliate affiliates commission earn referral refer',
    'person human agent mtu staff contact call talk chat whatsapp ongea kuongea piga simu support',
    'shop store duka located location mko physical branch',
    'privacy data personal faragha',
    'faulty fault damaged broken torn warranty guarantee imeharibika zimeharibika',
    'cash taslimu',
    'card visa mastercard kadi airtel paypal',
    'prompt stk',
    'stock available iko zipo mnazo',
    'terms conditions masharti',
  ].flatMap((line) => {
    const [meant = '', ...others] = line.split(' ')
    return [meant, ...others].map((word) => [word, meant] as const)
  }),
)

const fillers = new Set(
  (
    'a about also am an and any are as at be been but by came can come could did do does for from get got had has have hello hey hi how i if in into is it its just me ' +
    'my myself need no not of off on or our out please policy shall shoe shoes so some tell than thank thanks that the their today tomorrow yesterday them then there these they this those to too up us want was we ' +
    'were what which who why will with would you your yours ' +
    'aje gani hii hiki hizi hujambo ingine je jambo jana kama kesho kwa la langu leo mambo mimi mna mnaweza na naeza nataka naweza ni niko nini pia sasa si tafadhali vipi viatu kiatu wa ya yangu yenu za'
  ).split(' '),
)
