import { changeHelp, getHelpRow, helpChanges, helpRow, listHelpRows } from '#features/content/help-texts.ts'
import { addList, addRoute } from '#server/api/add-route.ts'
import { type Api, exampleId, namedSchema, pathId } from '#server/declare.ts'
import { everybody, staff } from '#server/permissions.ts'

const example = {
  id: exampleId,
  slug: 'shipping',
  title: 'Shipping and returns',
  body: '### Where do you deliver?\n\nIn Nairobi and to towns all over Kenya.',
  position: 2,
  updated_at: '2026-11-20T21:00:00.000Z',
}

const section = namedSchema('HelpSection', helpRow, example)

export function helpRoutes(api: Api) {
  addList(api, '/help_sections', {
    who: everybody,
    name: 'listHelpSections',
    summary: 'The sections of the help page, in its order',
    row: section,
    all: listHelpRows,
  })
  addRoute(api, 'GET /help_sections/{id}', {
    who: everybody,
    name: 'getHelpSection',
    summary: 'One section of the help page',
    params: pathId('section'),
    answer: section,
    said: 'The section',
    problems: ['help_not_found'],
    run: ({ ctx, id }) => getHelpRow(ctx, id),
  })
  addRoute(api, 'PATCH /help_sections/{id}', {
    who: staff('write_content'),
    name: 'updateHelpSection',
    summary: 'Write a section of the help page anew',
    description: 'Only what is named changes. A version that somebody has saved meanwhile is not written over: the refusal carries it as `facts`.',
    params: pathId('section'),
    body: helpChanges,
    example: { title: example.title, body: example.body, updated_at: example.updated_at },
    answer: section,
    said: 'The section as it is now',
    problems: ['help_not_found', 'help_changed'],
    run: ({ ctx, id, body }) => changeHelp(ctx, id, body),
  })
}
