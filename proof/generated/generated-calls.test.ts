import { generatedCallTests } from './call-tests.ts'

generatedCallTests(Number(process.env.VIATU_CALLS ?? 10_000))
