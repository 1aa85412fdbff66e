import {
  type BinaryOperationNode,
  OperatorNode,
  PostgresDialect,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  type QueryCompiler,
} from 'kysely'

const listOperators = { in: ' = any(', 'not in': ' <> all(' } as const
const isListOperator = (operator: string): operator is keyof typeof listOperators =>
  Object.hasOwn(listOperators, operator)

/**
 * Sends a list of values as one array parameter. With one placeholder per value, lists of different lengths would
 * have different texts. Each text would be prepared separately, and most of them occur only once.
 */
class ArrayCompiler extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { leftOperand, operator, rightOperand } = node
    const isList = PrimitiveValueListNode.is(rightOperand) && OperatorNode.is(operator)
    if (isList && isListOperator(operator.operator)) {
      this.visitNode(leftOperand)
      this.append(listOperators[operator.operator])
      this.appendValue(rightOperand.values)
      this.append(')')
    } else super.visitBinaryOperation(node)
  }
}

export class ArrayDialect extends PostgresDialect {
  override createQueryCompiler(): QueryCompiler {
    return new ArrayCompiler()
  }
}
