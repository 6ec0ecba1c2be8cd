// The people of a task: they approve, deny and answer as its script says.
export function peopleOf({ people = {} }, asked) {
  const fits = (rule, { tool, arguments: args }) =>
    (rule.tool === '*' || rule.tool === tool) &&
    Object.entries(rule.arguments ?? {}).every(([key, value]) => args[key] === value);
  return (request, decision) => {
    const { tool, kind, arguments: args } = request;
    if (kind === 'input') {
      const rule = (people.answers ?? []).find(({ about }) => new RegExp(about, 'i').test(args.question ?? ''));
      asked.push({ tool, arguments: args, decided: rule?.answer ?? 'denied' });
      return rule ? decision.supply({ answer: rule.answer }) : decision.deny('I cannot answer that. Decide yourself.');
    }
    const rule = (people.approvals ?? []).find((one) => fits(one, request));
    asked.push({ tool, arguments: args, decided: rule?.decide ?? 'deny' });
    if (rule?.decide !== 'approve') return decision.deny(rule?.text ?? 'No, that is not what was asked for.');
    return decision.approve(rule.change ? { arguments: { ...args, ...rule.change } } : {});
  };
}
