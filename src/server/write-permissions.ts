import { writeFileSync } from 'node:fs'
import { permissionsPage } from '#server/permissions-page.ts'

/** `npm run permissions`: writes docs/permissions.md. */
writeFileSync('docs/permissions.md', permissionsPage())
