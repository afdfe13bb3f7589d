/** The letters of the alphabet that phones send at 160 to a message (GSM 03.38), and those that count as two. Everything else would make a message three times as dear. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const double = new Set('^{}\\[~]|€')

/** What people and word processors write in place of the plain letter. */
const plain: Record<string, string> = { '‘': "'", '’': "'", '“': '"', '”': '"', '–': '-', '—': '-', '…': '...', '×': 'x', '•': '-' }

/** A text in the alphabet of phones, on one line: accents that it does not know are dropped, and so is what has no likeness in it. */
export function toGsm7(text: string): string {
  return [...text.replace(/[\s\p{C}]+/gu, ' ')].map(likeness).join('').replace(/ +/g, ' ').trim()
}

function likeness(letter: string): string {
  if (basic.has(letter) || double.has(letter)) return letter
  if (Object.hasOwn(plain, letter)) return plain[letter] as string
  return [...letter.normalize('NFKD')].filter((part) => basic.has(part)).join('')
}

/** How many messages of the network a text takes: 160 letters fit into one, and 153 into each part of a longer one. */
export function smsParts(text: string): number {
  const letters = [...text].reduce((sum, letter) => sum + (double.has(letter) ? 2 : 1), 0)
  return letters <= 160 ? 1 : Math.ceil(letters / 153)
}
