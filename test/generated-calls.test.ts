import { generatedCallTests } from '../proof/generated/call-tests.ts'

generatedCallTests(150, 1)
