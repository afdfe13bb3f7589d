/**
 * A model's text made safe to show: without markup, addresses or invisible characters (promises §4 H 69). `own` are addresses that stay, such as the
 * shop's e-mail. Takes whole sentences; runs in linear time.
 */
export function plainReply(written: string, own: string[] = []): string {
  const cut = (text: string, [pattern, by]: Removal) =>
    text.replace(pattern, (match: string, first: string) => (own.includes(match) ? match : by === '$1' ? first : by))
  return removals
    .reduce(cut, written.normalize('NFKC'))
    .replace(/[ \t]{2,}/g, ' ')
    .replace(/\n{3,}/g, '\n\n')
}

/** The length of the first complete sentence; 0 while there is none, because an unfinished one may still become an amount, an address or a tag. */
export function endOfSentence(text: string): number {
  const match = /(?<!\b(?:k?shs?|kes|no|nos))[.!?…]["')\]]?\s+|\n+/i.exec(text)
  return match ? match.index + match[0].length : 0
}

/** A space keeps its neighbours from joining to form what was removed. */
type Removal = [pattern: RegExp, by: '' | ' ' | '$1']

/** Applied in this order: invisible characters, markup whose content stays, then what is removed whole. */
const removals: Removal[] = [
  // Control and format characters (zero width, bidi), lone surrogates; line breaks and tabs stay.
  [/[^\P{C}\n\t]/gu, ''],
  [/\*\*([^*\n]{1,500})\*\*/g, '$1'],
  [/__([^_\n]{1,500})__/g, '$1'],
  [/`{1,3}([^`\n]{0,500})`{1,3}/g, '$1'],
  [/^#{1,6}\s+/gm, ''],
  [/!\[[^[\]\n]{0,300}\](?:\([^()\n]*(?:\([^()\n]*\)[^()\n]*){0,3}\)|\[[^[\]\n]{0,300}\])?/g, ' '],
  [/\[([^[\]\n]{0,300})\](?:\([^()\n]*(?:\([^()\n]*\)[^()\n]*){0,3}\)|\[[^[\]\n]{0,300}\])/g, '$1'],
  [/^\s{0,3}\[[^[\]\n]{1,300}\]:.*$/gm, ''],
  [/<[/!?a-z][^<>]*>?/gi, ' '],
  // Addresses: with a scheme, e-mail addresses, and bare host names.
  [/(?:(?:javascript|vbscript)\s?:\s?|\b(?:data:[a-z]+\/|(?:blob|file|mailto|tel|sms|intent|whatsapp):(?=\S)))[^\s)\]}>"']*/gi, ' '],
  [/(?:[a-z][a-z0-9+.-]{0,20}:|(?<![\w/]))\/\/[^\s)\]}>"']*/gi, ' '],
  [/[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}/g, ' '],
  [
    /(?<![\w@.-])(?:[\w-]{1,63}\.){1,5}(?:com|net|org|info|biz|io|co|app|dev|shop|store|site|online|xyz|link|ly|me|to|ke|ug|tz|ng|uk|us|ru|cn|zip|test|example|invalid|local|localhost)\b(?![\w-])(?::\d+)?(?:\/[^\s)\]}>"']*)?/gi,
    ' ',
  ],
]
