/** What a query such as `?ref=KAMAU23` names, as chats, captions and mail programs pass it on; null without it. The server reads the code (`normaliseCode`). */
export function referralCodeIn(search: string): string | null {
  const query = search.replace(/%3d/gi, '=').replace(/&amp;|%26|%3f|\?/gi, '&')
  const [, code] = [...new URLSearchParams(query)].find(([name]) => name.toLowerCase() === 'ref') ?? []
  return code && code.length <= 40 ? code : null
}
