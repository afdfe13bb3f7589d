import { sql } from 'drizzle-orm'
import type { Context } from '#features/context.ts'

interface NewText {
  id: string
  title: string
  description: string
  createdAt: string
}

/** Puts up promotions of words alone that nobody has written in the panel: the demo's first start. */
export async function putUpTexts({ db }: Pick<Context, 'db'>, texts: NewText[]): Promise<void> {
  await db.execute(sql`
    insert into promotional_content (id, title, description, content_type, created_at)
    select id, title, description, 'text', "createdAt" from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb)
      as t(id uuid, title text, description text, "createdAt" timestamptz)`)
}
