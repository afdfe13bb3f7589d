import { generatedFormTests } from './form-tests.ts'

generatedFormTests(Number(process.env.VIATU_CALLS ?? 10_000))
