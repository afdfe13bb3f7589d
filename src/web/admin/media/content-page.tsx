import type { ReactNode } from 'react'
import { Said } from '#web/admin/admin-form.tsx'
import { AdminList } from '#web/admin/list.tsx'
import { ContentToolbar } from '#web/admin/media/content-toolbar.tsx'
import { NewBox, type NewForm } from '#web/admin/media/new-box.tsx'
import type { ContentQuery } from '#web/admin/media/read-content-query.ts'
import { SectionCard } from '#web/admin/section-card.tsx'

interface ContentPageProps<Row> {
  loaderData: { filter: ContentQuery; key: string; list: { rows: Row[]; next: string | null } }
  /** One of them, and what its search is called. */
  words: { one: string; many: string; search: string; empty: string }
  form: (form: NewForm) => ReactNode
  item: (row: Row) => ReactNode
}

/** A section of what the home page shows: the form for one more, and the list of what there is. */
export function ContentPage<Row>({ loaderData: { filter, key, list }, words, form, item }: ContentPageProps<Row>) {
  const isNarrowed = filter.search !== undefined || filter.is_active !== undefined
  return (
    <SectionCard>
      <Said />
      <NewBox label={`New ${words.one}`} isFirst={list.rows.length === 0 && !isNarrowed} visitKey={key}>
        {form}
      </NewBox>
      <ContentToolbar filter={filter} label={words.search} />
      <AdminList list={list} what={words.many} empty={words.empty}>
        {(rows) => <ul className="content-l">{rows.map(item)}</ul>}
      </AdminList>
    </SectionCard>
  )
}
