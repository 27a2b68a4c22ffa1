import type { FastifyInstance } from 'fastify'
import type { Operation } from '#contract/language/operation.ts'
import { mustBeWellDeclared } from './call/declared.ts'
import type { Domain } from './call/implement.ts'
import { serve, type Served } from './call/serve.ts'
import * as named from './domains.ts'
import type { Provided } from './run/start/provided.ts'

const domains: Domain<Provided>[] = Object.values(named).flat()

/** Every operation of the product. */
export const operations: Operation[] = domains.flatMap(({ contract }) => Object.values(contract))

export function serveOperations(app: FastifyInstance, served: Served, provided: Provided) {
  mustBeWellDeclared(operations)
  for (const domain of domains) serve(app, served, domain, provided)
}
