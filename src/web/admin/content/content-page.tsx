import type { ReactNode } from 'react'
import { SelectField } from '#ui/kit/field.tsx'
import { PostedOutcome } from '#web/admin/admin-form.tsx'
import type { loadContentPage } from '#web/admin/content/load-content.ts'
import { NewBox, type NewForm } from '#web/admin/new-box.tsx'
import { SectionCard } from '#web/admin/section-card.tsx'
import { AdminToolbar } from '#web/admin/toolbar.tsx'
import { AdminList } from '#web/lists/list.tsx'

interface ContentPageProps<Row> {
  loaderData: Awaited<ReturnType<typeof loadContentPage<Row>>>
  /** The nouns and the label of the search. */
  words: { one: string; many: string; search: string; empty: string }
  form: (form: NewForm) => ReactNode
  item: (row: Row) => ReactNode
}

/** The page of ads or promotions: a form for a new one, and the list. */
export function ContentPage<Row>({ loaderData: { filter, key, list }, words, form, item }: ContentPageProps<Row>) {
  const { search, is_active } = filter
  const isNarrowed = search !== undefined || is_active !== undefined
  return (
    <SectionCard
      toolbar={
        <AdminToolbar search={{ label: words.search, placeholder: 'Title', value: search }} isNarrowed={isNarrowed}>
          <SelectField name="shown" label="Shown to visitors" defaultValue={is_active === undefined ? '' : is_active ? 'on' : 'off'}>
            <option value="">On and off</option>
            <option value="on">On</option>
            <option value="off">Off</option>
          </SelectField>
        </AdminToolbar>
      }
    >
      <PostedOutcome />
      <NewBox label={`New ${words.one}`} isFirst={list.rows.length === 0 && !isNarrowed} visitKey={key}>
        {form}
      </NewBox>
      <AdminList list={list} what={words.many} empty={words.empty}>
        {(rows) => <ul className="content-list">{rows.map(item)}</ul>}
      </AdminList>
    </SectionCard>
  )
}
