package optmain

// Commands is the table of subcommands.
func Commands() []*Command {
	return []*Command{
		checkCommand(),
		filecheckCommand(),
		fmtCommand(),
		helpCommand(),
		explainCommand(),
		docsCommand(),
		bisectCommand(),
		buildCommand(),
		runCommand(),
		dumpCommand(),
		exportCommand(),
		exploreCommand(),
		importCommand(),
		layoutCommand(),
		reduceCommand(),
		lspCommand(),
		serveCommand(Run),
		mcpCommand(Run),
		completionCommand(),
		versionCommand(),
		testCommand(Run),
		planCommand(),
		tuneCommand(),
	}
}
