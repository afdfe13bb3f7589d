import { generatedFormTests } from '../proof/generated/form-tests.ts'

generatedFormTests(60, 1)
