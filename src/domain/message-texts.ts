import { type AffiliateLetterName, affiliateFields, affiliateLetters } from '#domain/affiliate-letters.ts'
import { type BuyerMessage, buyerFields, buyerTexts } from '#domain/buyer-messages.ts'

export const messageParts = { sms: 'SMS', subject: 'Subject of the e-mail', letter: 'E-mail' } as const
export type MessagePart = keyof typeof messageParts

/** Every text that the shop may change; those to affiliates have no SMS. */
export type MessageName = BuyerMessage | AffiliateLetterName
export const messageNames = [...Object.keys(buyerTexts), ...Object.keys(affiliateLetters)] as MessageName[]

/** A text as the shop was born with it, and what it may name. */
export function messageOf(
  name: MessageName,
): Partial<Record<MessagePart, string>> & { label: string; fields: Record<string, { does: string; example: string }> } {
  return isToBuyer(name) ? { ...buyerTexts[name], fields: buyerFields } : { ...affiliateLetters[name], fields: affiliateFields }
}

export const isToBuyer = (name: MessageName): name is BuyerMessage => Object.hasOwn(buyerTexts, name)

/** The parts that a text has. */
export const partsOf = (name: MessageName) => allParts.filter((part) => messageOf(name)[part])
export const allParts = Object.keys(messageParts) as MessagePart[]

/** What the shop has changed, by message and part. */
export type ChangedTexts = Partial<Record<MessageName, Partial<Record<MessagePart, string | null>>>>

/** The template in force. */
export function templateOf(name: MessageName, part: MessagePart, changed: ChangedTexts): string {
  return changed[name]?.[part] ?? messageOf(name)[part] ?? ''
}

/** Fills a template in. */
export function fillMessage(template: string, values: Record<string, string>): string {
  const isWhole = (text: string) => fieldsIn(text).every((name) => values[name])
  return template
    .replace(/\[([^[\]]*)\]/g, (_, choices: string) => choices.split('|').find(isWhole) ?? '')
    .replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}

/** Subject and paragraphs of a letter. */
export function fillLetter(name: MessageName, values: Record<string, string>, changed: ChangedTexts): { subject: string; paragraphs: string[] } {
  const fill = (part: 'subject' | 'letter') => fillMessage(templateOf(name, part, changed), values)
  const paragraphs = fill('letter')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
  return { subject: fill('subject'), paragraphs: paragraphs.filter((paragraph) => paragraph !== '') }
}

/** What the preview fills in. */
export function examplesOf(name: MessageName): Record<string, string> {
  return Object.fromEntries(Object.entries(messageOf(name).fields).map(([field, { example }]) => [field, example]))
}

/** Characters of a part of a letter. */
const longest: Record<MessagePart, number> = { sms: 300, subject: 120, letter: 2000 }

/** What is wrong with a template, as a sentence to stand beside its field; null where nothing is. */
export function templateRefusal(name: MessageName, part: MessagePart, template: string): string | null {
  if (template.length > longest[part]) return `Please keep this under ${longest[part]} characters.`
  if (/\[[^\]]*\[|\][^[]*\]|^[^[]*\]|\[[^\]]*$/.test(template)) return 'Close each [ with a ], one pair after the other.'
  if (/[{}]/.test(template.replace(/\{\w+\}/g, ''))) return 'Write a field as {code}: its name between braces.'
  const { fields } = messageOf(name)
  const unknown = fieldsIn(template).find((field) => !Object.hasOwn(fields, field) || (part !== 'sms' && field === 'delivery_code'))
  if (unknown === 'delivery_code') return 'Leave {delivery_code} out of the e-mail: its text is stored, and the code is for the door alone.'
  if (unknown) return `There is no field {${unknown}}: choose one of the list.`
  const needed = neededIn(name, part)
  const always = fieldsIn(template.replace(/\[[^\]]*\]/g, ''))
  const missing = needed.find((field) => !always.includes(field))
  if (missing) return `Keep {${missing}} outside of [ ]: ${fields[missing]?.does.toLowerCase()}.`
  return part === 'sms' && smsLength(template).parts > 2 ? 'This takes three messages: shorten it to two at most.' : null
}

function neededIn(name: MessageName, part: MessagePart): readonly string[] {
  if (isToBuyer(name)) return part === 'letter' ? ['code'] : buyerTexts[name].needs[part]
  return part === 'sms' ? [] : affiliateLetters[name].needs[part]
}

/** How long an SMS is with the example, and the link that follows it. */
export function smsLength(template: string): { characters: number; parts: number } {
  const text = `${toGsm7(fillMessage(template, examplesOf('paid')))} https://shop.example.com/o/3f9a21c8.0123456789abcdef`
  return { characters: text.length, parts: smsParts(text) }
}

function fieldsIn(template: string): string[] {
  return [...template.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string)
}

/** The GSM 03.38 alphabet, of which 160 characters fit into an SMS; those in `double` count as two. Any other character would make a message about twice as expensive. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const double = new Set('^{}\\[~]|€')

/** Typographic characters and their plain equivalents. */
const plain: Record<string, string> = { '‘': "'", '’': "'", '“': '"', '”': '"', '–': '-', '—': '-', '…': '...', '×': 'x', '•': '-' }

/** A text in GSM 03.38 on one line: unsupported accents are dropped, characters without an equivalent are removed. */
export function toGsm7(text: string): string {
  return [...text.replace(/[\s\p{C}]+/gu, ' ')].map(likeness).join('').replace(/ +/g, ' ').trim()
}

function likeness(letter: string): string {
  if (basic.has(letter) || double.has(letter)) return letter
  if (Object.hasOwn(plain, letter)) return plain[letter] as string
  return [...letter.normalize('NFKD')].filter((part) => basic.has(part)).join('')
}

/** The number of SMS that a text takes: 160 characters fit into one, 153 into each part of a longer one. */
export function smsParts(text: string): number {
  const length = [...text].reduce((sum, letter) => sum + (double.has(letter) ? 2 : 1), 0)
  return length <= 160 ? 1 : Math.ceil(length / 153)
}
