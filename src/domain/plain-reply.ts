/**
 * What a model wrote, as it may be shown: text without markup, addresses or hidden letters (promises §4 H 69). `own` are the addresses that stay, such as
 * the shop's e-mail. Works on whole sentences or any number of them; costs no more than its length.
 */
export function plainReply(written: string, own: string[] = []): string {
  const cut = (text: string, [pattern, by]: Removal) => text.replace(pattern, (match: string, first) => (own.includes(match) ? match : by(first)))
  return removals
    .reduce(cut, written.normalize('NFKC'))
    .replace(/[ \t]{2,}/g, ' ')
    .replace(/\n{3,}/g, '\n\n')
}

/** Where the first sentence ends; 0 while it is not complete. What comes after may still become an amount, an address or a tag. */
export function endOfSentence(text: string): number {
  const match = /(?<!\b(?:k?shs?|kes|no|nos))[.!?…]["')\]]?\s+|\n+/i.exec(text)
  return match ? match.index + match[0].length : 0
}

/** At most `most` characters, cut where a word ends. */
export function cutReply(text: string, most: number): string {
  if (text.length <= most) return text
  if (most < 1) return ''
  const cut = text.slice(0, most - 1)
  const space = cut.search(/\s\S*$/)
  return `${cut.slice(0, space > most / 2 ? space : undefined).trimEnd()}…`
}

type Removal = [pattern: RegExp, by: (first: unknown) => string]
const nothing = () => ''
/** Where something is cut out, its ends must not grow together to what was just removed. */
const gap = () => ' '
const kept = (first: unknown) => (typeof first === 'string' ? first : '')

/** In this order: first what hides, then what is kept without its marks, then what goes. */
const removals: Removal[] = [
  // Hidden letters, text that runs the other way, halves of letters; line breaks and tabs stay.
  [/[^\P{C}\n\t]/gu, nothing],
  [/\*\*([^*\n]{1,500})\*\*/g, kept],
  [/__([^_\n]{1,500})__/g, kept],
  [/`{1,3}([^`\n]{0,500})`{1,3}/g, kept],
  [/^#{1,6}\s+/gm, nothing],
  [/!\[[^[\]\n]{0,300}\](?:\([^()\n]*(?:\([^()\n]*\)[^()\n]*){0,3}\)|\[[^[\]\n]{0,300}\])?/g, gap],
  [/\[([^[\]\n]{0,300})\](?:\([^()\n]*(?:\([^()\n]*\)[^()\n]*){0,3}\)|\[[^[\]\n]{0,300}\])/g, kept],
  [/^\s{0,3}\[[^[\]\n]{1,300}\]:.*$/gm, nothing],
  [/<[/!?a-z][^<>]*>?/gi, gap],
  // Addresses: with a scheme, without one, and of mailboxes.
  [/[a-z][a-z0-9+.-]{0,20}:\/\/[^\s)\]}>"']*/gi, gap],
  [/(?:javascript|vbscript)\s?:\s?[^\s)\]}>"']*/gi, gap],
  [/\b(?:data:[a-z]+\/|(?:blob|file|mailto|tel|sms|intent|whatsapp):(?=\S))[^\s)\]}>"']*/gi, gap],
  [/(?<![\w/])\/\/[^\s)\]}>"']+/g, gap],
  [/[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}/g, gap],
  [
    /(?<![\w@.-])(?:[\w-]{1,63}\.){1,5}(?:com|net|org|info|biz|io|co|app|dev|shop|store|site|online|xyz|link|ly|me|to|ke|ug|tz|ng|uk|us|ru|cn|zip|test|example|invalid|local|localhost)\b(?![\w-])(?::\d+)?(?:\/[^\s)\]}>"']*)?/gi,
    gap,
  ],
]
