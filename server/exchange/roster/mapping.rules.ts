/** Whether a relation is that of a father or mother; others are guardians. */
export const isParentRelation = (relation: string) => /^(father|mother|الأب|الأم|أب|أم)$/i.test(relation)
