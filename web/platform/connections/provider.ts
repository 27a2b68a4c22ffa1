import type { OutputOf } from '#contract/language/operation.ts'
import type { signInProviders } from '#contract/platform/sign-in/providers.ts'

export type SignInProvider = OutputOf<typeof signInProviders.list>[number]
