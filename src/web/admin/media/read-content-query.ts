import { readWords } from '#web/admin/load-page.ts'

export interface ContentQuery {
  search?: string | undefined
  is_active?: boolean | undefined
}

/** What the address asks of a list. Server only. */
export function readContentQuery(query: URLSearchParams): ContentQuery {
  const shown = query.get('shown')
  return { search: readWords(query), is_active: shown === 'on' ? true : shown === 'off' ? false : undefined }
}
