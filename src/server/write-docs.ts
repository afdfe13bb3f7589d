import { mkdirSync, writeFileSync } from 'node:fs'
import { permissionsDocument } from '#server/document-permissions.ts'
import { settingsDocument } from '#server/document-settings.ts'

/** `npx viatu docs`: writes the pages of docs/generated that the program itself is the source of. Those of figures are written by the runs that measure them. */
mkdirSync('docs/generated', { recursive: true })
for (const [page, text] of Object.entries({ permissions: permissionsDocument(), settings: settingsDocument() }))
  writeFileSync(`docs/generated/${page}.md`, text)
