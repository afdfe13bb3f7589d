// @vitest-environment happy-dom
import { data, redirect, useLoaderData } from 'react-router'
import { expect, it, vi } from 'vitest'
import { Problem } from '#domain/problem.ts'
import { Field } from '#ui/kit/field.tsx'
import { authUrl } from '#web/addresses.ts'
import { AdminForm } from '#web/admin/admin-form.tsx'
import { panelMiddleware } from '#web/admin/admin-toasts.ts'
import { refusalResponse } from '#web/forms/refusal.ts'
import { AdminList } from '#web/lists/list.tsx'
import { scriptedPages } from '../../../test/scripted-page.tsx'

const openScripted = scriptedPages()

/** A page of the panel with a form; `answers` are what its action does, one after the other. */
async function openForm(...answers: (() => unknown)[]) {
  let loads = 0
  const Page = () => (
    <>
      <p>Loaded {useLoaderData<number>()} times</p>
      <AdminForm intent="save" submit="Save">
        {({ errorOf }) => <Field name="reason" label="Reason" error={errorOf('reason')} />}
      </AdminForm>
    </>
  )
  const page = await openScripted('/admin/help', {
    routes: [
      {
        path: 'admin/help',
        Component: Page,
        HydrateFallback: () => null,
        loader: () => ++loads,
        action: () => answers.shift()?.(),
        middleware: panelMiddleware,
      },
      { path: 'elsewhere', Component: () => 'Another page' },
    ],
  })
  await page.sees('Loaded 1 times')
  page.type('Reason', 'as typed')
  page.press('Save')
  return { page, loads: () => loads }
}

const refuse = (problem: Problem) => () => refusalResponse(problem)

it('what is done is said in a toast, and the page looks again; what is seen anyway is not said', async () => {
  const done = (isQuiet?: true) => () => data({ intent: 'save', done: { title: 'Text saved', text: 'It is shown.', isQuiet } })
  const { page } = await openForm(done(), done(true))
  await page.sees('Text saved', '.toast')
  await page.sees('Loaded 2 times')
  page.press('Save')
  await page.sees('Loaded 3 times')
  expect(document.querySelector('.toast')).toBeNull()
})

it.each([
  ['conflict', refuse(new Problem('no_push_devices')), 'Error', 'No device yet.', 2],
  ['field', refuse(new Problem('bad_input', { fields: { reason: 'Say why.' } })), 'Error', 'Say why.', 1],
  [
    'session',
    () => {
      throw redirect(authUrl())
    },
    'Your session ended',
    'Sign in',
    1,
  ],
] as const)(
  'a refusal is said as an error and leaves what was typed; after a conflict alone the page looks again: %s',
  async (_, answer, title, text, looks) => {
    const { page, loads } = await openForm(answer)
    await page.sees(title, '.toast')
    await page.sees(text, 'form')
    expect([page.valueOf('Reason'), loads()]).toEqual(['as typed', looks])
  },
)

it('a form whose answer is lost keeps what was typed, and the page does not look again', async () => {
  const { page, loads } = await openForm(() => {
    throw new TypeError('Failed to fetch')
  })
  await page.sees('The connection was lost.', '[role=alert]')
  expect([page.valueOf('Reason'), loads(), document.querySelector('.toast')]).toEqual(['as typed', 1, null])
})

it('a form that nobody answers stops waiting, and keeps what was typed', async () => {
  const { setTimeout } = globalThis
  vi.stubGlobal('setTimeout', (act: () => void, ms = 0) => setTimeout(act, ms < 40_000 ? ms : 0))
  const { page, loads } = await openForm(() => new Promise(() => {}))
  await page.sees('The connection was lost.', '[role=alert]')
  expect([page.valueOf('Reason'), loads()]).toEqual(['as typed', 1])
})

it('a form that leads to another page opens it', async () => {
  const { page } = await openForm(() => {
    throw redirect('/elsewhere')
  })
  await page.sees('Another page')
})

it('a list of which more does not load stays and says so; a page that does not load is an error', async () => {
  const fail = () => {
    throw new TypeError('Failed to fetch')
  }
  const Page = () => {
    const { list } = useLoaderData<{ list: { rows: string[]; next: string | null } }>()
    return (
      <AdminList list={list} what="orders" empty={null}>
        {(rows) => <ul>{rows}</ul>}
      </AdminList>
    )
  }
  const loader = ({ request }: { request: Request }) => (request.url.includes('cursor') ? fail() : { list: { rows: ['one'], next: 'x' } })
  const route = { Component: Page, HydrateFallback: () => null, loader, middleware: panelMiddleware as never }
  const page = await openScripted('/admin/orders', { routes: [{ path: 'admin/orders', ...route }] })
  await page.sees('one', 'ul')
  page.press('Load more', 'link')
  await page.sees('More orders did not load. Check your connection, then try again.', '[role=alert]')
  expect(page.text('ul')).toBe('one')
  const failed = await openScripted('/admin/orders?cursor=x', { routes: [{ path: 'admin/orders', ...route, ErrorBoundary: () => 'No page' }] })
  await failed.sees('No page')
})
