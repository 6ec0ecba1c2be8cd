import { ticketFiles } from '../../src/projects/ticket-source.js';

describe('the source of a project of tickets', () => {
  it('has every tool in one file, in classes of so many', () => {
    const text = ticketFiles(25, 10);
    expect(text.match(/@Tool\(/g)).toHaveLength(25);
    expect(text.match(/^@Toolset\(\)$/gm)).toHaveLength(3);
    expect(text).not.toContain("from './");
  });

  it('gives each tool a constraint of its own', () => {
    expect(ticketFiles(3, 10).match(/@maxLength \d+/g)).toEqual(['@maxLength 120', '@maxLength 121', '@maxLength 122']);
  });
});
